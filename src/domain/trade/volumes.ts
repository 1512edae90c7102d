import { DAY_SECONDS, dayOf, emptyDay, GRID_SECONDS, type DaySlots } from '../price-series/price.js';
import type { ContractId } from '../shared/contract-id.js';
import type { TradeCoverage, TradeTotals } from './coverage.js';
import type { RecordedTrade } from './recorded-trade.js';

/** Days for which single trades are kept; volumes are kept forever. */
export const TRADES_KEPT_DAYS = 30;

/** Seconds after its end at which a day is packed: its blocks are then final. */
export const PACKED_AFTER_SECONDS = 6 * 3600;

/** Days since the epoch, from the first up to, but excluding, `until`. */
export interface DayRange {
  readonly from: number;
  readonly until: number;
}

/** The UTC days whose trades are all recorded, and which ended before `until` (Unix seconds). */
export function wholeDays({ first, last }: TradeCoverage, until: number): DayRange {
  const from = dayOf(first.time) + 1;
  return { from, until: Math.max(from, dayOf(Math.min(last.time, until))) };
}

/** Dollars by token, day and slot of trades. Each counts for both of its tokens. */
export function volumesOf(
  trades: Iterable<Pick<RecordedTrade, 'tokenIn' | 'tokenOut' | 'usd' | 'time'>>,
): Map<ContractId, Map<number, DaySlots>> {
  const volumes = new Map<ContractId, Map<number, DaySlots>>();
  for (const { tokenIn, tokenOut, usd, time } of trades) {
    if (usd === null) continue;
    for (const token of [tokenIn, tokenOut]) {
      let days = volumes.get(token);
      if (days === undefined) volumes.set(token, (days = new Map<number, DaySlots>()));
      let slots = days.get(dayOf(time));
      if (slots === undefined) days.set(dayOf(time), (slots = emptyDay()));
      slots[slotAt(time)]! += usd;
    }
  }
  return volumes;
}

/** The slot of any time within its UTC day, 0 to 287. */
export const slotAt = (time: number): number => Math.floor((time % DAY_SECONDS) / GRID_SECONDS);

export const sumOf = (slots: DaySlots): number => slots.reduce((sum, usd) => sum + usd, 0);

/** Sums of each vault's trades, by direction. */
export function totalsOf(trades: Iterable<RecordedTrade>): readonly TradeTotals[] {
  const totals = new Map<string, { -readonly [K in keyof TradeTotals]: TradeTotals[K] }>();
  for (const { vault, tokenIn, tokenOut, amountIn, amountOut, usd } of trades) {
    const key = `${vault} ${tokenIn}`;
    const none = { vault, tokenIn, tokenOut, trades: 0, usd: 0, amountIn: 0, amountOut: 0 };
    const total = totals.get(key) ?? { ...none, lowest: Infinity, highest: 0 };
    totals.set(key, total);
    const ratio = Number(amountOut) / Number(amountIn);
    total.trades += 1;
    total.usd += usd ?? 0;
    total.amountIn += Number(amountIn);
    total.amountOut += Number(amountOut);
    total.lowest = Math.min(total.lowest, ratio);
    total.highest = Math.max(total.highest, ratio);
  }
  return [...totals.values()];
}
