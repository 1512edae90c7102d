import { END_KINDS, type End } from '../../domain/operator/end.js';

/** A line of the log. It ends in a whole handle or SHA-256, so one that a crash has cut off cannot pass for another. */
const LINE =
  /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z) ([a-z-]+) (-|[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** An end as a line of the log. */
export const lineOf = ({ at, kind, hash }: End): string => `${at.toISOString()} ${kind} ${hash}`;

/** Parses a line of the log. Undefined if it is not an end, such as a line cut off by a crash, which was never acknowledged. */
export function endIn(line: string): End | undefined {
  const [, at = '', word, hash = ''] = LINE.exec(line) ?? [];
  const kind = END_KINDS.find((known) => known === word);
  return kind && { at: new Date(at), kind, hash };
}
