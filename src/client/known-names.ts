/** The names that an argument may have, each once. */
export type Names<T> = Readonly<Record<keyof T, 1>>;

export type AnyNames = Readonly<Record<string, 1>>;

const TOLERATED = 2;

/**
 * What is wrong with an argument that has another name, and the known one that was probably meant. In JavaScript no compiler finds a
 * misspelt name, and what it was to limit or to protect would be silently absent.
 */
export function unknownName(given: object, names: AnyNames): string | undefined {
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

/** How many letters must be added, left out or changed. */
function lettersBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const letter of a) {
    const next = [row[0]! + 1];
    for (let at = 0; at < b.length; at++)
      next.push(Math.min(row[at + 1]! + 1, next[at]! + 1, row[at]! + (letter === b[at] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}
