import { toUnits, U128_MAX, type Units } from '../shared/units.js';

/** A swap by its two amounts, in smallest units. */
export interface SwapAmounts {
  readonly amountIn: Units;
  readonly amountOut: Units;
}

/** Largest swap whose price is within a fall of the best price. */
export interface DepthLevel extends SwapAmounts {
  /** Basis points by which the swap's price, output over input, is below the best price. */
  readonly fallBps: number;
}

/** Depth of one direction of a pair. */
export interface Depth {
  /** The swap with the best price, after fees: a small one, yet large enough for rounding not to matter. */
  readonly best: SwapAmounts;
  /** Ascending by fall. Empty if no amount moves the price, as in a bridge. */
  readonly levels: readonly DepthLevel[];
}

/** Falls of the price for which depth is found, in basis points. */
export const PRICE_FALLS = [10, 25, 50, 100, 200, 300, 500, 1_000] as const;

/** Output of a swap; 0 if there is none. */
type Give = (amountIn: bigint) => bigint;
/** Least input for an output; undefined if there is none. */
type Least = (amountOut: bigint) => bigint | undefined;

const BPS = 10_000n;
/** Part of an amount by which a level may be too small. */
const PRECISION = 1_000n;

/**
 * Depth of a pair in one direction: for each fall of the price, the largest input that still gets a price within it, to within 0.1%. The
 * price is that of the whole swap over its best route, after fees, compared with the best price. Undefined if no swap gives a unit.
 *
 * @example
 * const depth = depthOf((amountIn) => (amountIn * 1_000n) / (1_000n + amountIn), (amountOut) => ...);
 * depth.levels[3]; // { fallBps: 100, amountIn: ..., amountOut: ... }: a price 1% below the best
 */
export function depthOf(give: Give, least: Least): Depth | undefined {
  const best = bestOf(give, least);
  if (best === undefined) return undefined;
  const levels: DepthLevel[] = [];
  let from: bigint = best.amountIn;
  for (const fallBps of PRICE_FALLS) {
    const price = best.amountOut * (BPS - BigInt(fallBps));
    const isWithin = (amountIn: bigint) => give(amountIn) * best.amountIn * BPS >= amountIn * price;
    const largest = largestWithin(isWithin, from);
    if (largest === undefined) break;
    levels.push({ fallBps, amountIn: toUnits(largest), amountOut: toUnits(give(largest)) });
    from = largest;
  }
  return { best, levels };
}

/** The swap with the best price, of outputs ten times apart: smaller ones lose more by rounding, larger ones move the price more. */
function bestOf(give: Give, least: Least): SwapAmounts | undefined {
  let best: SwapAmounts | undefined;
  for (let wanted = 1n; ; wanted *= 10n) {
    const amountIn = wanted > U128_MAX ? undefined : least(wanted);
    if (amountIn === undefined) break;
    const amountOut = give(amountIn);
    if (best === undefined || amountOut * best.amountIn > best.amountOut * amountIn)
      best = { amountIn: toUnits(amountIn), amountOut: toUnits(amountOut) };
  }
  return best?.amountOut === 0n ? undefined : best;
}

/** The largest amount from `from` on for which the condition holds, to within the precision; undefined if it holds for all. */
function largestWithin(isWithin: (amount: bigint) => boolean, from: bigint): bigint | undefined {
  let [low, high] = [from, 2n * from];
  while (isWithin(high)) {
    [low, high] = [high, 2n * high];
    if (high > U128_MAX) return undefined;
  }
  while (high - low > low / PRECISION + 1n) {
    const middle = (low + high) / 2n;
    if (isWithin(middle)) low = middle;
    else high = middle;
  }
  return low;
}
