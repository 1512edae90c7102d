import { WHOLE_BPS } from '../order/conditions/marks.js';
import { decimalText, MAX_TARGET_SCALED, type PriceRatio } from '../order/conditions/price-ratio.js';
import type { Units } from '../shared/units.js';
import type { AlertDirection } from './condition.js';
import { levelAt } from './watch.js';

/** Highest level that a watch has reached, with the number behind it. */
export interface AlertReach {
  /** -1 if no alert of the watch is true. */
  readonly level: bigint;
  /** Price, signed basis points of a move, or smallest units; absent for what has no number. */
  readonly value?: string;
}

/** Ratios of consecutive runs, newest first. A ratio is undefined if a price is missing. */
export type Runs = readonly (PriceRatio | undefined)[];

const NOTHING: AlertReach = { level: -1n };

/** The reach of something that is so or not. */
export const flagReach = (isSo: boolean): AlertReach => (isSo ? { level: 0n } : NOTHING);

/** Returns how far all of these prices have reached; undefined if one is missing, or if there are none. */
export function priceReach(direction: AlertDirection, runs: Runs): AlertReach | undefined {
  const span = spanOf(runs);
  if (span === undefined) return undefined;
  const { low, high } = span;
  if (direction === 'below' && high > MAX_TARGET_SCALED) return NOTHING;
  const price = direction === 'above' ? min(low, MAX_TARGET_SCALED) : high;
  return { level: levelAt(direction, price), value: decimalText(price) };
}

/**
 * Returns the largest move to the newest price from an earlier one. Each of the two prices counts as far as `held` consecutive runs
 * have held it, so a price that fewer runs show neither begins nor ends a move. Undefined if the newest runs, or all earlier ones,
 * lack a price.
 */
export function moveReach(runs: Runs, held: number): AlertReach | undefined {
  const spans = runs.slice(0, runs.length - held + 1).map((_, n) => spanOf(runs.slice(n, n + held)));
  const now = spans[0];
  const earlier = spans.slice(1).filter((span) => span !== undefined);
  if (now === undefined || earlier.length === 0) return undefined;
  const lowest = earlier.map(({ high }) => high).reduce(min);
  const highest = earlier.map(({ low }) => low).reduce(max);
  const rise = now.low > lowest ? bpsOf(now.low - lowest, lowest) : 0n;
  const fall = now.high < highest ? bpsOf(highest - now.high, highest) : 0n;
  const level = min(max(rise, fall), MAX_TARGET_SCALED);
  return { level, value: `${fall > rise ? '-' : ''}${level}` };
}

export const balanceReach = (direction: AlertDirection, balance: Units): AlertReach => ({
  level: levelAt(direction, balance),
  value: balance.toString(),
});

/** The prices that all runs are between; undefined if one is missing, or if there are none. */
function spanOf(runs: Runs): { readonly low: bigint; readonly high: bigint } | undefined {
  const known = runs.filter((ratio) => ratio !== undefined);
  if (known.length === 0 || known.length < runs.length) return undefined;
  return {
    low: known.map(({ floor }) => floor).reduce(min),
    high: known.map(({ ceiling }) => ceiling).reduce(max),
  };
}

const bpsOf = (distance: bigint, from: bigint): bigint => (WHOLE_BPS * distance) / from;
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
