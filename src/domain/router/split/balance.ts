import { fallOf, priceOf, type Flow } from './flow.js';

type Share = Flow['shares'][number];

/** Steps after which the amounts are taken as they are. */
const MAX_STEPS = 10;
/** Relative difference of prices below which routes count as equal. */
const EQUAL = 1e-8;

/**
 * Moves amounts between the routes until one more unit gives the same over each that has an amount, which makes the output the largest.
 *
 * Newton's method on the inverse root of each route's price: for routes that share no vault that is linear in the amount, so one
 * step is exact.
 */
export function balance(flow: Flow): void {
  let active: readonly Share[] = [...flow.shares];
  for (let step = 0; step < MAX_STEPS; step++) {
    flow.run();
    if (active.length < 2) return;
    const roots = active.map((share) => 1 / Math.sqrt(priceOf(share)));
    if (Math.max(...roots) - Math.min(...roots) < EQUAL * roots[0]!) return;
    const moves = movesFor(active, roots);
    // A route that would end below nothing is removed, and the others move again.
    const given = active.filter((share, n) => !(share.amount + moves[n]! > 0));
    if (given.length === 0) active.forEach((share, n) => (share.amount += moves[n]!));
    else {
      active = active.filter((share) => !given.includes(share));
      for (const share of given) {
        for (const other of active) other.amount += share.amount / active.length;
        flow.remove(share);
      }
    }
  }
  flow.run();
}

/** Amounts to add to the routes so that all roots become equal, to first order, and the sum stays the same. */
function movesFor(active: readonly Share[], roots: readonly number[]): number[] {
  // Unknowns: the moves as parts of the amount, then the common root as a multiple of the first.
  const scale = active.reduce((sum, { amount }) => sum + amount, 0);
  const rows = active.map((share, n) => {
    const root = roots[n]! / roots[0]!;
    const growths = active.map((added) => root * 0.5 * scale * fallOf(share, added));
    // Keeps the equations solvable for routes whose prices move together.
    growths[n] = growths[n]! * (1 + 1e-9) + 1e-15;
    return [...growths, -1, -root];
  });
  rows.push([...active.map(() => 1), 0, 0]);
  const parts = solve(rows);
  return active.map((_, n) => parts[n]! * scale);
}

/** Solves linear equations, each a row of coefficients and the right side, by elimination with the largest pivots. */
function solve(rows: number[][]): number[] {
  const n = rows.length;
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let row = column + 1; row < n; row++)
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row;
    const top = rows[pivot]!;
    rows[pivot] = rows[column]!;
    rows[column] = top;
    for (let row = 0; row < n; row++) {
      const factor = rows[row]![column]! / top[column]!;
      if (row === column || factor === 0) continue;
      for (let k = column; k <= n; k++) rows[row]![k]! -= factor * top[k]!;
    }
  }
  return rows.map((row, i) => row[n]! / row[i]!);
}
