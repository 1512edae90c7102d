import type { Response } from 'express';

/** The response header that names ignored input. */
export const IGNORED = 'X-Sluice-Ignored';

const MOST_NAMED = 20;
const LONGEST_NAME = 40;

/** Names in a header what the caller sent but the operation does not know, so nothing is ignored silently. */
export function announceIgnored(res: Response, sent: object, known: readonly string[]): void {
  const ignored = Object.keys(sent).filter((name) => name !== '' && !known.includes(name));
  if (ignored.length === 0) return;
  const names = ignored.slice(0, MOST_NAMED).map((name) => encodeURIComponent(wellFormed(name)));
  res.append(IGNORED, [...names, ...(ignored.length > MOST_NAMED ? ['...'] : [])].join(', '));
}

/** A name may be cut in the middle of a character, which no header can hold. */
const wellFormed = (name: string): string =>
  [...name]
    .slice(0, LONGEST_NAME)
    .join('')
    .replace(/\p{Surrogate}/gu, '?');
