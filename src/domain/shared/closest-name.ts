/** Number of letters that may be missing, added, changed or swapped with a neighbour in a mistyped name. */
const TOLERATED = 2;

/** Returns a tolerance of one letter in three, two at most: most short names are within two letters of each other. */
export const oneInThree = (name: string): number => Math.min(TOLERATED, Math.floor(name.length / 3));

/**
 * The name probably meant by a mistyped one: the closest of `names`, or the first in a tie. Case, `-` and `_` are ignored.
 * Undefined if none is close.
 *
 * @param toleratedIn the number of letters that may differ: two by default, and never more.
 */
export function closestName(
  mistyped: string,
  names: readonly string[],
  toleratedIn: (name: string) => number = () => TOLERATED,
): string | undefined {
  let closest: string | undefined;
  let least = TOLERATED + 1;
  for (const name of names) {
    const distance = lettersBetween(mistyped, name);
    if (distance >= least || distance > toleratedIn(name)) continue;
    least = distance;
    closest = name;
  }
  return closest;
}

const plain = (name: string): string => name.replace(/[-_]/g, '').toLowerCase();

/** Returns the number of letters in which two names differ, ignoring case, `-` and `_`; some number above two if they differ in more. */
export function lettersBetween(mistyped: string, name: string): number {
  const [a, b] = [plain(mistyped), plain(name)];
  if (Math.abs(a.length - b.length) > TOLERATED) return TOLERATED + 1;
  return alignmentDistance(a, b);
}

/** The optimal string alignment distance. */
function alignmentDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const differs = a[row - 1] === b[column - 1] ? 0 : 1;
      let distance = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + differs);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwap) distance = Math.min(distance, before[column - 2]! + 1);
      current.push(distance);
    }
    [before, last] = [last, current];
  }
  return last[b.length]!;
}
