import type { ContractId } from '../shared/contract-id.js';
import type { UnpricedReason } from './unpriced.js';

/** One token's price in one run. Doubles at full precision, never rounded. */
export interface Price {
  /** Dollars for a whole token, above 0. */
  readonly usd: number;
  /** sBTC for a whole token, above 0. */
  readonly sbtc: number;
  /** Dollar value of the token in all pools. */
  readonly liquidityUsd: number;
  /** Percent lost by buying for a dollar and selling straight back; null if not measured. */
  readonly roundTripLoss: number | null;
}

/** Everything that one run recorded. */
export interface PriceRun {
  /** A point of the five-minute grid. */
  readonly at: Date;
  /** Dollars for one bitcoin. */
  readonly btcUsd: number;
  readonly prices: ReadonlyMap<ContractId, Price>;
  /** The registered tokens without a price, with the reasons. Kept only with the newest run. */
  readonly unpriced?: ReadonlyMap<ContractId, UnpricedReason>;
}

/** A past price. */
export interface PricePoint {
  /** A point of the five-minute grid, Unix seconds. */
  readonly time: number;
  readonly usd: number;
  /** Dollars for one bitcoin in that run. */
  readonly btcUsd: number;
}

/** A token's newest price with the time of its run. */
export interface LatestPrice extends Price {
  readonly token: ContractId;
  readonly updatedAt: Date;
}

/** Seconds between two points of the grid on which prices are recorded: five minutes. */
export const GRID_SECONDS = 300;
export const SLOTS_PER_DAY = 288;

/** The newest point of the five-minute grid at or before the time. */
export function gridPointAt(time: Date): Date {
  const step = GRID_SECONDS * 1000;
  return new Date(Math.floor(time.getTime() / step) * step);
}

/** Age, in seconds, beyond which a price is stale: the length of three runs. */
export const STALE_AFTER_SECONDS = 15 * 60;

export const THIN_ABOVE_PERCENT = 25;

/**
 * Whether the price is more than 15 minutes old, or lies more than five minutes ahead of the clock. In the latter case, it was
 * recorded while a clock was wrong, and says nothing about the present.
 */
export function isStale(updatedAt: Date, now: Date): boolean {
  const { from, until } = freshBetween(updatedAt);
  return now.getTime() < from || now.getTime() > until;
}

/**
 * Maximum difference between the clocks of two recorders, in seconds. A run that is later by more was recorded by a clock that was
 * ahead.
 */
export const AHEAD_SECONDS = 3_600;

/** The first and the last time at which the price is not stale, Unix milliseconds. */
export const freshBetween = (updatedAt: Date): { readonly from: number; readonly until: number } => ({
  from: updatedAt.getTime() - GRID_SECONDS * 1000,
  until: updatedAt.getTime() + STALE_AFTER_SECONDS * 1000,
});

/** Whether small trades move the price: buying and selling for a dollar loses more than 25 percent. */
export function isThin({ roundTripLoss }: Pick<Price, 'roundTripLoss'>): boolean {
  return roundTripLoss !== null && roundTripLoss > THIN_ABOVE_PERCENT;
}

export const DAY_SECONDS = GRID_SECONDS * SLOTS_PER_DAY;

/** The currencies of a price history. */
export const QUOTES = ['usd', 'sbtc'] as const;
/** Currency of a price. */
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

/** The slot of the time within its UTC day, 0 to 287. Throws for a time off the five-minute grid, which is a bug of the caller. */
export function slotOf(time: number): number {
  const slot = (time % DAY_SECONDS) / GRID_SECONDS;
  if (Number.isInteger(slot) && slot >= 0) return slot;
  throw new RangeError(`${time} is not a point of the five-minute grid`);
}

/** Returns a number that a slot may hold. Throws unless it is finite and above 0; a 0 would read as an empty slot. */
export function mustBePrice(price: number): number {
  if (price > 0 && Number.isFinite(price)) return price;
  throw new RangeError(`${price} is not a price`);
}

/** Converts prices to the quote, each with the bitcoin price of its slot. */
export function inQuote(usd: DaySlots, btcUsd: DaySlots, quote: PriceQuote): DaySlots {
  if (quote === 'usd') return usd;
  return usd.map((price, slot) => (price === 0 ? 0 : price / btcUsd[slot]!));
}

/** Merges two days; if both have a number, the first takes precedence. */
export const unionOf = (first: DaySlots, second: DaySlots): DaySlots =>
  first.map((price, slot) => (price === 0 ? second[slot]! : price));

/** Drops the prices before `from`, and from `to` on. Returns the day itself if it lies within. */
export function clipDay(day: PackedDay, from: number, to: number): PackedDay {
  const first = Math.ceil((from - day.time) / GRID_SECONDS);
  const end = Math.ceil((to - day.time) / GRID_SECONDS);
  if (first <= 0 && end >= SLOTS_PER_DAY) return day;
  const prices = day.prices.slice().fill(0, 0, Math.max(0, first)).fill(0, Math.max(0, end));
  return { time: day.time, prices };
}
