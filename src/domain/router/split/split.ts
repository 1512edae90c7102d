import { toUnits, type Units } from '../../shared/units.js';
import { mathsOf } from '../../vault/kinds.js';
import type { Reserves } from '../../vault/vault.js';
import type { Route, RouteHop } from '../route.js';

/** Maximum number of parts of a split. */
export const MAX_PARTS = 4;

/** A swap in parts over different routes. */
export interface Split {
  /**
   * One route for each part, in the order of the swaps: the reserves of a part's hops are those that the parts before it leave. Only the
   * best single route if no split gives more.
   */
  readonly parts: readonly Route[];
  readonly amountIn: Units;
  /** Output of all parts. Swaps in this order give exactly this, or more if a vault that two parts use forwards part of its fee. */
  readonly amountOut: Units;
  /** The best route for the whole amount. */
  readonly single: Route;
  /**
   * The most that any split of up to four parts gives, over all routes of up to four hops, if no two of them take a vault in opposite
   * directions. Not `Units`, because it can exceed 2^128 - 1.
   */
  readonly bound: bigint;
}

/** The split into these parts, or into one if they give no more. */
export function splitOf(single: Route, parts: readonly Route[], bound: bigint): Split {
  const amountOut = parts.reduce((sum, part) => sum + part.amountOut, 0n);
  const isBetter = amountOut > single.amountOut && parts.every((part) => part.amountOut > 0n);
  const { amountIn } = single;
  if (!isBetter) return { parts: [single], amountIn, amountOut: single.amountOut, single, bound };
  return { parts, amountIn, amountOut: toUnits(amountOut), single, bound };
}

/** Reserves of a hop's vault after the swap; undefined for a kind without reserves. What a vault forwards of its fee counts as kept. */
export function reservesAfter({
  vault,
  reserves,
  tokenIn,
  amountIn,
  amountOut,
}: RouteHop): Reserves | undefined {
  if (reserves === undefined) return undefined;
  const kept = mathsOf(vault).retained(vault, amountIn);
  const given = 0n - amountOut;
  const [a, b] = tokenIn === vault.tokenA ? [kept, given] : [given, kept];
  // Not checked: a swap with which the vault would hold more than the chain's numbers is computed, and refused by exceedsChain.
  return {
    ...reserves,
    reserveA: (reserves.reserveA + a) as Units,
    reserveB: (reserves.reserveB + b) as Units,
  };
}
