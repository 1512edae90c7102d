import type { Units } from '../../shared/units.js';
import type { Split } from './split.js';

/** Gain of a split over one route, and whether it is more than what the further swaps cost. All amounts in smallest units of the output token. */
export interface Worth {
  /** Output beyond that of one route. */
  readonly gain: Units;
  /** Network fees of the swaps beyond the first, rounded up; absent if unknown. */
  readonly cost?: Units;
  /** Reason why one swap is better; absent if the split is. */
  readonly reason?: SplitNotWorth;
}

/** `no-gain`: no split gives more than one route; `below-cost`: it gives less more than the further swaps cost. */
export type SplitNotWorth = 'no-gain' | 'below-cost';

/** The split with the most left of its output after the cost of each swap beyond the first. */
export function mostAfterCost(splits: readonly Split[], perSwap = 0n): Split | undefined {
  const left = ({ amountOut, parts }: Split) => amountOut - perSwap * BigInt(parts.length - 1);
  return splits.reduce<Split | undefined>(
    (best, split) => (best === undefined || left(split) > left(best) ? split : best),
    undefined,
  );
}

/** Compares a split of `swaps` swaps with one route that gives `single`. */
export function worthOf(amountOut: bigint, single: bigint, swaps: number, perSwap?: bigint): Worth {
  const gain = (amountOut > single ? amountOut - single : 0n) as Units;
  if (gain === 0n) return { gain, reason: 'no-gain' };
  if (perSwap === undefined) return { gain };
  const cost = (perSwap * BigInt(swaps - 1)) as Units;
  return gain > cost ? { gain, cost } : { gain, cost, reason: 'below-cost' };
}
