import type { ComponentChildren } from 'preact';
import type { Problem } from '../live/problem.js';
import { Button } from './button.js';

/** Grey lines in place of content that is loading. They have about its size, so that nothing jumps when it arrives. */
export const Loading = ({
  what,
  rows = 6,
}: {
  readonly what: string;
  readonly rows?: number | undefined;
}) => (
  <div class="stack" role="status">
    <span class="sr-only">Loading {what}…</span>
    {Array.from({ length: rows }, (_, row) => (
      <span class="loading-row" key={row} aria-hidden="true" />
    ))}
  </div>
);

/** Reason why there is nothing, and what to do about it. */
export const Empty = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}) => (
  <div class="empty stack">
    <p>{title}</p>
    {children}
  </div>
);

/** A failure, with advice and a way to try again. */
export function Failed({
  problem,
  again,
}: {
  readonly problem: Problem;
  readonly again?: (() => void) | undefined;
}) {
  return (
    <div class="notice between bad" role="alert">
      <p>{problem.message}</p>
      {problem.hint !== undefined && <p class="muted">{problem.hint}</p>}
      {problem.requestId !== undefined && <p class="muted small">Request {problem.requestId}</p>}
      {again !== undefined && <Button onClick={again}>Try again</Button>}
    </div>
  );
}

/** Grey lines while something is being read, or the reason why the reading failed. */
export const Pending = ({
  what,
  rows,
  problem,
  again,
}: {
  readonly what: string;
  readonly rows?: number;
  readonly problem: Problem | undefined;
  readonly again?: () => void;
}) =>
  problem === undefined ? <Loading what={what} rows={rows} /> : <Failed problem={problem} again={again} />;

/** Says that the content is outdated, and why it could not be refreshed. */
export const Outdated = ({ problem }: { readonly problem: Problem }) => (
  <p class="is-warn small" role="status">
    {problem.message} What you see is from before.
  </p>
);
