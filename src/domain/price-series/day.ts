import { GRID_SECONDS, SLOTS_PER_DAY } from './price.js';

export const DAY_SECONDS = GRID_SECONDS * SLOTS_PER_DAY;

/** The currencies of a price history. */
export const QUOTES = ['usd', 'sbtc'] as const;
export type PriceQuote = (typeof QUOTES)[number];

/** One number for each of the 288 five-minute slots of a UTC day; 0 in an empty slot. */
export type DaySlots = Float64Array;

/** One UTC day of a history. */
export interface PackedDay {
  /** Midnight UTC, Unix seconds. */
  readonly time: number;
  readonly prices: DaySlots;
}

export const emptyDay = (): DaySlots => new Float64Array(SLOTS_PER_DAY);

/** Days since the epoch, UTC. */
export const dayOf = (time: number): number => Math.floor(time / DAY_SECONDS);

/** The slot of the time's UTC day, 0 to 287. Throws for a time off the five-minute grid, a bug of the caller. */
export function slotOf(time: number): number {
  const slot = (time % DAY_SECONDS) / GRID_SECONDS;
  if (Number.isInteger(slot) && slot >= 0) return slot;
  throw new RangeError(`${time} is not a point of the five-minute grid`);
}

/** Returns a number that a slot may hold. Throws for anything but a finite price above 0; a 0 would read as an empty slot. */
export function mustBePrice(price: number): number {
  if (price > 0 && Number.isFinite(price)) return price;
  throw new RangeError(`${price} is not a price`);
}

/** Converts prices to the quote, each by the bitcoin price of its slot. */
export function inQuote(usd: DaySlots, btcUsd: DaySlots, quote: PriceQuote): DaySlots {
  if (quote === 'usd') return usd;
  return usd.map((price, slot) => (price === 0 ? 0 : price / btcUsd[slot]!));
}

/** Merges two days; where both have a number, the first wins. */
export const unionOf = (first: DaySlots, second: DaySlots): DaySlots =>
  first.map((price, slot) => (price === 0 ? second[slot]! : price));

/** Drops the prices before `from` and from `to` on. Returns the day itself when it lies within. */
export function clipDay(day: PackedDay, from: number, to: number): PackedDay {
  const first = Math.ceil((from - day.time) / GRID_SECONDS);
  const end = Math.ceil((to - day.time) / GRID_SECONDS);
  if (first <= 0 && end >= SLOTS_PER_DAY) return day;
  const prices = day.prices.slice().fill(0, 0, Math.max(0, first)).fill(0, Math.max(0, end));
  return { time: day.time, prices };
}
