import type { Candle } from '../domain/price-series/candle.js';
import type {
  DaySlots,
  PackedDay,
  PriceQuote,
  LatestPrice,
  PricePoint,
  PriceRun,
} from '../domain/price-series/price.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import type { Result } from '../domain/shared/result.js';
import type { AlreadyExists } from './order-repository.js';
import type { ReadsPrimary } from './reads-from.js';

/** The newest price of every token at a time. */
export interface LatestPrices {
  /**
   * The newest grid point up to that time, recorded or imported; absent before the first. It has the unpriced tokens only if it
   * was recorded with them, and was not recorded after a later run.
   */
  readonly run?: Omit<PriceRun, 'prices'>;
  /** The newest price of each token that was ever priced, unordered. */
  readonly prices: readonly LatestPrice[];
}

/** One token's prices of one UTC day. */
export interface DayOfPrices {
  readonly token: ContractId;
  /** Midnight UTC, Unix seconds. */
  readonly time: number;
  readonly usd: DaySlots;
  /** Dollars for one bitcoin, in every slot with a price in `usd`. */
  readonly btcUsd: DaySlots;
}

/**
 * Prices, kept forever, as exact doubles. Times are Unix seconds; windows include `from` and exclude `to`. A token that was never
 * priced has an empty history.
 *
 * Throws for numbers that cannot be prices (0, negative, NaN) and times off the five-minute grid, which are bugs of the caller.
 */
export interface PriceStore extends ReadsPrimary {
  /**
   * Stores the whole run in one transaction, or returns `already-exists` and stores nothing: there is one run per grid point
   * across all processes on the database. Runs may arrive in any order.
   */
  record(run: PriceRun): Promise<Result<void, AlreadyExists>>;
  /**
   * The newest prices at that time, without those that a clock that was ahead recorded under later times. Until the first run after
   * the clock is corrected, a price that such runs replaced on two days may be absent.
   */
  latest(now: Date): Promise<LatestPrices>;
  /** The prices of the window, oldest first. */
  points(token: ContractId, from: number, to: number): Promise<readonly PricePoint[]>;
  /** The prices of the window in the quote currency, packed by UTC day; days without a price in the window are absent. */
  slots(token: ContractId, quote: PriceQuote, from: number, to: number): Promise<readonly PackedDay[]>;
  /** The candles of the UTC days that start in the window, oldest first, including an unfinished day. */
  days(token: ContractId, quote: PriceQuote, from: number, to: number): Promise<readonly Candle[]>;
  /** All prices of the UTC days that start in the window, day by day, each token once per day. */
  scan(from: number, to: number): AsyncIterable<DayOfPrices>;
}

/** A past price imported from elsewhere. */
export interface ImportedPrice extends PricePoint {
  readonly token: ContractId;
}

/** Outcome of an import: what became of each price. */
export interface ImportOutcome {
  readonly added: number;
  /** Already stored with the same numbers. */
  readonly known: number;
  /**
   * Indexes in the batch, from 0 and unordered, of prices that are already stored with a different price or bitcoin price. The
   * stored ones are kept.
   */
  readonly conflicting: readonly number[];
}

/** A stored aggregate that disagrees with its prices. */
export interface PriceDifference {
  /** Absent for the bitcoin price. */
  readonly token?: ContractId;
  /** Midnight UTC of the day, Unix seconds. */
  readonly day: number;
  /** The differing field, such as `usd_high`. */
  readonly field: string;
}

/** The result of checking all stored aggregates. */
export interface PriceCheck {
  /** Number of days compared, added up over all tokens. */
  readonly days: number;
  readonly points: number;
  readonly differences: readonly PriceDifference[];
}

/** Maintenance of stored prices. */
export interface PriceArchive {
  /**
   * Stores the prices, in any order, in one transaction. Stored prices are never changed, so a batch may be repeated. A grid
   * point imported this way can no longer be recorded as a run.
   */
  importPrices(prices: readonly ImportedPrice[]): Promise<ImportOutcome>;
  /** Recomputes all aggregates from the prices and compares, oldest day first. Calls `progress` for each UTC day. */
  check(progress?: (days: number, ofDays: number) => void): Promise<PriceCheck>;
}
