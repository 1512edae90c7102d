/**
 * A place in the history of a Postgres cluster: the number of bytes of its write-ahead log before it. Whatever was committed before
 * the place was read on the primary is readable on a replica that has replayed the log up to it.
 */
export type Position = bigint;

/** Reads a log sequence number as Postgres writes it, `16/B374D848`. */
export function positionOf(lsn: string): Position {
  const [high, low] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** The position that a caller sent; undefined for any other text. */
export const parsePosition = (text: string | undefined): Position | undefined =>
  text !== undefined && /^\d{1,20}$/.test(text) ? BigInt(text) : undefined;

export const later = (a: Position, b: Position): Position => (a > b ? a : b);
