/** Positions on a line from 0 to 100, and the part of it that triggers the order. */
export interface TriggerScale {
  readonly current: number;
  readonly target: number;
  readonly triggers: { readonly from: number; readonly to: number };
}

/** Least and greatest distance of the two prices on the line. The distance grows with their difference. */
const LEAST = 8;
const MOST = 66;
/** Natural logarithm of the ratio of two prices (about 16% apart) at which their distance is 63% of `MOST`. */
const WIDE = 0.15;

/**
 * The current price and the target of a trigger on a line, lower prices to the left. Undefined for a target of 0, which every
 * price meets.
 *
 * @param current decimal text, like `target`. Digits beyond a float's precision would not show in the picture anyway.
 */
export function triggerScale(
  current: string,
  { target, direction }: { readonly target: string; readonly direction: 'gt' | 'lt' },
): TriggerScale | undefined {
  const difference = Math.log(Number(target)) - Math.log(Number(current));
  if (!Number.isFinite(difference)) return undefined;
  const between = Math.max(LEAST, MOST * (1 - Math.exp(-Math.abs(difference) / WIDE)));
  const half = (difference === 0 ? 0 : between / 2) * Math.sign(difference);
  const reached = 50 + half;
  return {
    current: 50 - half,
    target: reached,
    triggers: direction === 'gt' ? { from: reached, to: 100 } : { from: 0, to: reached },
  };
}
