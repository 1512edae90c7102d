import type { ComponentChildren } from 'preact';
import type { Problem } from '../live/problem.js';

/** Grey lines in the place of what is being read, of about its size, so that nothing moves when it comes. */
export function Loading({ what, rows = 6 }: { readonly what: string; readonly rows?: number }) {
  return (
    <div class="loading" role="status">
      <span class="sr-only">Loading {what}…</span>
      {Array.from({ length: rows }, (_, row) => (
        <span class="loading-row" key={row} aria-hidden="true" />
      ))}
    </div>
  );
}

/** Reason why there is nothing, and what to do about it. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

/** Failure, with what helps and a way to try again. */
export function Failed({ problem, again }: { readonly problem: Problem; readonly again?: () => void }) {
  return (
    <div class="notice notice-bad" role="alert">
      <p>{problem.message}</p>
      {problem.hint !== undefined && <p class="muted">{problem.hint}</p>}
      {problem.requestId !== undefined && <p class="muted small">Request {problem.requestId}</p>}
      {again !== undefined && (
        <button type="button" class="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Says that what is shown is from before, and why it could not be read again. */
export function Outdated({ problem }: { readonly problem: Problem }) {
  return (
    <p class="outdated small" role="status">
      {problem.message} What you see is from before.
    </p>
  );
}
