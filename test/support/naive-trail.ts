import type { Trail } from '../../src/domain/order/conditions/trail.js';

/** A trailing order as the naive model sees it. */
export interface NaiveTrail {
  readonly direction: 'gt' | 'lt';
  readonly trail: Trail;
  /** Index of the first run whose price counts. */
  readonly since: number;
  /** Activation price times 10^18. */
  readonly activation?: bigint | undefined;
}

/**
 * Mark of one order after all these runs, and whether the last price reaches its stop: what the words of the docs say, with fractions,
 * and all prices at a time.
 *
 * @param path prices times 10^18; undefined for a run without a price that counts.
 * @param runsHeld number of consecutive runs that confirm a mark.
 */
export function naiveTrail(
  path: readonly (bigint | undefined)[],
  runsHeld: number,
  order: NaiveTrail,
): { readonly mark: bigint | undefined; readonly isReached: boolean } {
  const isSale = order.direction === 'lt';
  const better = (a: bigint, b: bigint) => (isSale ? a > b : a < b);
  let mark: bigint | undefined;
  for (let run = order.since; run < path.length; run++) {
    const held = path.slice(Math.max(0, run - runsHeld + 1), run + 1);
    if (held.length < runsHeld || held.some((each) => each === undefined)) continue;
    const worst = (held as bigint[]).reduce((a, b) => (better(a, b) ? b : a));
    if (mark === undefined || better(worst, mark)) mark = worst;
  }
  const now = path.at(-1);
  if (mark === undefined || now === undefined) return { mark, isReached: false };
  if (order.activation !== undefined && better(order.activation, mark)) return { mark, isReached: false };
  const moved = isSale ? mark - now : now - mark;
  const far =
    'bps' in order.trail
      ? moved * 10_000n >= mark * BigInt(order.trail.bps)
      : moved >= order.trail.price.scaled;
  return { mark, isReached: far };
}
