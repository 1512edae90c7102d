import { useEffect, useState } from 'preact/hooks';

/** A file that is loading, has loaded, or could not be read. */
export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly retry: () => void };

const kept = new Map<string, Promise<unknown>>();

/** Reads a file of the docs, once. A failure is not cached. */
export function loadDocs<T>(file: string): Promise<T> {
  const known = kept.get(file);
  if (known !== undefined) return known as Promise<T>;
  const reading = fetch(new URL(`page/docs/${file}`, document.baseURI)).then((response) => {
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    return response.json() as Promise<T>;
  });
  kept.set(file, reading);
  reading.catch(() => kept.delete(file));
  return reading;
}

/** The file of the docs with that name; the caller decides what to show meanwhile. */
export function useDocs<T>(file: string): Loaded<T> {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<{ file: string; result: Loaded<T> }>();
  useEffect(() => {
    let isCurrent = true;
    const set = (result: Loaded<T>) => {
      if (isCurrent) setLoaded({ file, result });
    };
    set({ state: 'loading' });
    loadDocs<T>(file).then(
      (value) => set({ state: 'ready', value }),
      () => set({ state: 'failed', retry: () => setAttempt((n) => n + 1) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [file, attempt]);
  return loaded?.file === file ? loaded.result : { state: 'loading' };
}
