import type { ComponentChildren } from 'preact';
import { useDocs } from './load.js';

/** Shows a file of the docs, or that it is loading or could not be read. */
export function WithDocs<T>(props: { file: string; children: (value: T) => ComponentChildren }) {
  const loaded = useDocs<T>(props.file);
  if (loaded.state === 'ready') return <>{props.children(loaded.value)}</>;
  if (loaded.state === 'loading')
    return (
      <p class="muted" role="status">
        Loading…
      </p>
    );
  return (
    <p class="muted" role="alert">
      This page of the docs could not be loaded.{' '}
      <button type="button" onClick={loaded.retry}>
        Try again
      </button>
    </p>
  );
}
