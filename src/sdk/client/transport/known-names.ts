/** The names that an argument may have. */
export type Names<T> = Readonly<Record<keyof T, 1>>;

export type AnyNames = Readonly<Record<string, 1>>;

const TOLERATED = 2;

/**
 * Message about an argument with an unknown name, suggesting the known one that was probably meant. JavaScript has no compiler to
 * find a misspelt name, and the limit or protection that it was meant to set would be silently absent.
 */
export function unknownName(given: object, names: object): string | undefined {
  const known = Object.keys(names);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return undefined;
  const [meant] = known
    .map((name) => ({ name, letters: lettersBetween(unknown.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, letters }) => letters <= Math.min(TOLERATED, name.length / 3))
    .sort((a, b) => a.letters - b.letters);
  const help = meant === undefined ? `there are ${known.join(', ')}` : `did you mean ${meant.name}?`;
  return `unknown option ${unknown}; ${help}`;
}

/** Number of letters in the longer name between the start and the end that both names share. */
function lettersBetween(a: string, b: string): number {
  const least = Math.min(a.length, b.length);
  let start = 0;
  while (start < least && a[start] === b[start]) start++;
  let end = 0;
  while (end < least - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return Math.max(a.length, b.length) - start - end;
}
