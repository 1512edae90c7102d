import type { Flow } from './flow.js';

/** Steps after which the amounts are taken as they are. */
const MAX_STEPS = 12;
/** Relative difference of prices below which routes count as equal. */
const EQUAL = 1e-9;

/**
 * Moves amounts between the routes until one more unit gives the same over each that has an amount, which makes the output the largest.
 *
 * Newton's method on the inverse root of each route's price: for routes that share no vault that is linear in the amount, so one
 * step is exact.
 */
export function balance(flow: Flow): void {
  const { amounts } = flow;
  let active = amounts.map((_, route) => route);
  for (let step = 0; step < MAX_STEPS && active.length > 1; step++) {
    const roots = active.map((route) => 1 / Math.sqrt(flow.priceOf(route)));
    const [least, most] = [Math.min(...roots), Math.max(...roots)];
    if (most - least < EQUAL * least) return;
    const moves = movesFor(flow, active, roots);
    // A route that would end below nothing is given up; the others move again.
    const negative = active.filter((route, n) => !(amounts[route]! + moves[n]! > 0));
    if (negative.length > 0) {
      const freed = negative.reduce((sum, route) => sum + amounts[route]!, 0);
      active = active.filter((route) => !negative.includes(route));
      for (const route of negative) amounts[route] = 0;
      for (const route of active) amounts[route]! += freed / active.length;
    } else active.forEach((route, n) => (amounts[route]! += moves[n]!));
    flow.run();
  }
}

/** What to add to each route so that all roots become equal, to first order, and the sum stays the same. */
function movesFor(flow: Flow, active: readonly number[], roots: readonly number[]): number[] {
  const n = active.length;
  // Unknowns: the moves as parts of the amount, then the common root as a multiple of the first.
  const scale = flow.amounts.reduce((sum, amount) => sum + amount, 0);
  const rows = active.map((route, i) => {
    const root = roots[i]! / roots[0]!;
    const growths = active.map((added) => root * 0.5 * scale * flow.fallOf(route, added));
    // Keeps the equations solvable for routes whose prices move together.
    growths[i] = growths[i]! * (1 + 1e-9) + 1e-15;
    return [...growths, -1, -root];
  });
  rows.push([...active.map(() => 1), 0, 0]);
  return solve(rows)
    .slice(0, n)
    .map((part) => part * scale);
}

/** Solves linear equations, each a row of coefficients and the right side, by elimination with the largest pivots. */
function solve(rows: number[][]): number[] {
  const n = rows.length;
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let row = column + 1; row < n; row++)
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row;
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    const top = rows[column]!;
    for (let row = 0; row < n; row++) {
      if (row === column) continue;
      const factor = rows[row]![column]! / top[column]!;
      if (factor === 0) continue;
      for (let k = column; k <= n; k++) rows[row]![k]! -= factor * top[k]!;
    }
  }
  return rows.map((row, i) => row[n]! / row[i]!);
}
