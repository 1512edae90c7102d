import type { Response } from 'express';

/** The response header that names what the server has not used. */
export const IGNORED = 'X-Sluice-Ignored';

const MOST_NAMED = 20;
const LONGEST_NAME = 40;

/** Names in a header what the caller sent and the operation does not know, so that nothing is ignored in silence. */
export function announceIgnored(res: Response, sent: object, known: readonly string[]): void {
  const ignored = Object.keys(sent).filter((name) => name !== '' && !known.includes(name));
  if (ignored.length === 0) return;
  const names = ignored.slice(0, MOST_NAMED).map((name) => encodeURIComponent(wellFormed(name)));
  res.append(IGNORED, [...names, ...(ignored.length > MOST_NAMED ? ['...'] : [])].join(', '));
}

/** A name may be cut within a character, which no header can hold. */
const wellFormed = (name: string): string =>
  [...name]
    .slice(0, LONGEST_NAME)
    .join('')
    .replace(/\p{Surrogate}/gu, '?');
