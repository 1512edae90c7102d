/** How many letters may be missing, added, changed or swapped with their neighbour in a mistyped name. */
const TOLERATED = 2;

/**
 * The name that was probably meant by a mistyped one: the closest of `names`, at most two letters away, upper and lower
 * case alike; the first of several that are equally close. Undefined when none is close.
 */
export function closestName(mistyped: string, names: readonly string[]): string | undefined {
  let closest: string | undefined;
  let least = TOLERATED + 1;
  for (const name of names) {
    const distance = lettersBetween(mistyped.toLowerCase(), name.toLowerCase());
    if (distance >= least) continue;
    least = distance;
    closest = name;
  }
  return closest;
}

/** The optimal string alignment distance; any number above the tolerated one for names of too different length. */
function lettersBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > TOLERATED) return TOLERATED + 1;
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
