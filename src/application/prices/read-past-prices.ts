import { LOOK_BACK_SECONDS } from '../../domain/price-series/price-times.js';
import {
  DAY_SECONDS,
  dayOf,
  GRID_SECONDS,
  SLOTS_PER_DAY,
  type DaySlots,
} from '../../domain/price-series/price.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import type { PriceHistoryReads } from '../../ports/index.js';
import { inParallel } from '../shared/in-parallel.js';

/** Number of reads in progress at a time. */
const WIDTH = 4;
/** Maximum number of days per read, which holds 2.3 KB for each. */
const DAYS_PER_READ = 60;
/** Days without any of the times that one read spans rather than begin another. */
const GAP_DAYS = 3;

/** Looks up a price in dollars at one of the times (Unix seconds) for which prices were read; undefined if none was recorded. */
export type PriceAt = (token: ContractId, time: number) => number | undefined;

/**
 * Reads tokens' prices at many times. The price at a time is the newest one by then, if it is at most a day old. Days close to each
 * other are read together.
 */
export async function readPastPrices(
  prices: Pick<PriceHistoryReads, 'slots'>,
  times: ReadonlyMap<ContractId, readonly number[]>,
): Promise<PriceAt> {
  const found = new Map<string, number>();
  const spans = [...times].flatMap(([token, all]) => spansOf(all).map((span) => ({ token, ...span })));
  await inParallel(spans, WIDTH, async ({ token, times: within }) => {
    const from = (dayOf(within[0]!) - 1) * DAY_SECONDS;
    const to = (dayOf(within.at(-1)!) + 1) * DAY_SECONDS;
    const days = await prices.slots(token, 'usd', Math.max(0, from), to);
    const byDay = new Map(days.map(({ time, prices: slots }) => [dayOf(time), slots]));
    for (const time of within) {
      const price = newestBy(byDay, time);
      if (price !== undefined) found.set(keyOf(token, time), price);
    }
  });
  return (token, time) => found.get(keyOf(token, time));
}

const keyOf = (token: ContractId, time: number): string => `${token} ${time}`;

/** Splits the times into spans that one read each covers, oldest first. */
function spansOf(times: readonly number[]) {
  const spans: { readonly times: number[] }[] = [];
  for (const time of [...new Set(times)].sort((a, b) => a - b)) {
    const span = spans.at(-1);
    const isNear = span !== undefined && dayOf(time) - dayOf(span.times.at(-1)!) <= GAP_DAYS;
    if (isNear && dayOf(time) - dayOf(span.times[0]!) < DAYS_PER_READ) span.times.push(time);
    else spans.push({ times: [time] });
  }
  return spans;
}

/** The newest price at or before the time, at most LOOK_BACK_SECONDS old. */
function newestBy(byDay: ReadonlyMap<number, DaySlots>, time: number): number | undefined {
  const newest = Math.floor(time / GRID_SECONDS);
  const oldest = Math.ceil((time - LOOK_BACK_SECONDS) / GRID_SECONDS);
  for (let slot = newest; slot >= oldest && slot >= 0; slot -= 1) {
    const price = byDay.get(Math.floor(slot / SLOTS_PER_DAY))?.[slot % SLOTS_PER_DAY];
    if (price !== undefined && price > 0) return price;
  }
  return undefined;
}
