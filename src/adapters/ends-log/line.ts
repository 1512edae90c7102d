import { END_KINDS, type End } from '../../domain/operator/end.js';

/** The whole of a handle or of a SHA-256, so that one that a crash has cut is no other. */
const LINE =
  /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z) ([a-z-]+) (-|[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** An end as a line of the log. */
export const lineOf = ({ at, kind, hash }: End): string => `${at.toISOString()} ${kind} ${hash}`;

/** Undefined for a line that is no end, such as one that a crash has cut: what was cut was never acknowledged. */
export function endIn(line: string): End | undefined {
  const [, at = '', word, hash = ''] = LINE.exec(line) ?? [];
  const kind = END_KINDS.find((known) => known === word);
  return kind && { at: new Date(at), kind, hash };
}
