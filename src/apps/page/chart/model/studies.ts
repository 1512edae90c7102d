/*
 * Averages and relative strength. Each is a few lines of arithmetic, fewer than the call of a library and its types, and adds
 * nothing to what the page loads.
 */

/** Lengths of the chart's moving averages, candles. */
export const AVERAGES = [20, 50] as const;

/** Simple moving average of the last `length` values at each of them; undefined before there are as many. */
export function movingAverage(values: readonly number[], length: number): readonly (number | undefined)[] {
  let sum = 0;
  return values.map((value, n) => {
    sum += value - (n < length ? 0 : values[n - length]!);
    return n < length - 1 ? undefined : sum / length;
  });
}

/** Relative strength index by Wilder's smoothing, 0 to 100, at each close; undefined for the first `length` of them. */
export function relativeStrength(closes: readonly number[], length = 14): readonly (number | undefined)[] {
  let [gain, loss] = [0, 0];
  return closes.map((close, n) => {
    if (n === 0) return undefined;
    const change = close - closes[n - 1]!;
    // The first averages are plain ones; each later change then weighs one part in `length`.
    const weight = 1 / length;
    const kept = n <= length ? 1 : 1 - weight;
    gain = gain * kept + Math.max(change, 0) * weight;
    loss = loss * kept + Math.max(-change, 0) * weight;
    if (n < length) return undefined;
    return gain + loss === 0 ? 50 : (100 * gain) / (gain + loss);
  });
}
