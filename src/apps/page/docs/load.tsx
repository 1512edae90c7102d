import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

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

interface Loaded<T> {
  readonly file: string;
  /** Content of the file; undefined if it could not be read. */
  readonly value?: T;
}

/** Shows a file of the docs, or a note that it is loading or could not be read. */
export function WithDocs<T>({ file, children }: { file: string; children: (value: T) => ComponentChildren }) {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded<T>>();
  useEffect(() => {
    let isCurrent = true;
    const set = (next?: Loaded<T>) => {
      if (isCurrent) setLoaded(next);
    };
    set();
    loadDocs<T>(file).then(
      (value) => set({ file, value }),
      () => set({ file }),
    );
    return () => {
      isCurrent = false;
    };
  }, [file, attempt]);
  if (loaded?.file !== file)
    return (
      <p class="muted" role="status">
        Loading…
      </p>
    );
  if (loaded.value !== undefined) return <>{children(loaded.value)}</>;
  return (
    <p class="muted" role="alert">
      This page of the docs could not be loaded.{' '}
      <button type="button" onClick={() => setAttempt((n) => n + 1)}>
        Try again
      </button>
    </p>
  );
}
