import type { Response } from 'express';

/** The response header that names ignored input. */
export const IGNORED = 'X-Sluice-Ignored';

const MOST_NAMED = 20;
const LONGEST_NAME = 40;

/** Lists in a header the names that the operation does not know, so that nothing is ignored silently. */
export function announceIgnored(res: Response, sent: object, known: readonly string[]): void {
  const ignored = Object.keys(sent).filter((name) => name !== '' && !known.includes(name));
  if (ignored.length === 0) return;
  const names = ignored.slice(0, MOST_NAMED).map((name) => encodeURIComponent(wellFormed(name)));
  res.append(IGNORED, [...names, ...(ignored.length > MOST_NAMED ? ['...'] : [])].join(', '));
}

/** The name, cut to its maximum length. Half a character becomes `?`, since no header can hold it. */
const wellFormed = (name: string): string =>
  [...name]
    .slice(0, LONGEST_NAME)
    .join('')
    .replace(/\p{Surrogate}/gu, '?');
