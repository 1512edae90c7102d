import type { DayCandle, DaySlots, PackedDay, PriceQuote } from '../domain/price-series/day.js';
import type { LatestPrice, PricePoint, PriceRun } from '../domain/price-series/price.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import type { Result } from '../domain/shared/result.js';
import type { AlreadyExists } from './order-repository.js';

export interface LatestPrices {
  /** The newest grid point of all, recorded or imported; absent when there is none. */
  readonly run?: { readonly at: Date; readonly btcUsd: number };
  /** Every token that was ever priced, at its newest price, in no particular order. */
  readonly prices: readonly LatestPrice[];
}

/** One token's prices of one UTC day. */
export interface DayOfPrices {
  readonly token: ContractId;
  /** Midnight UTC, Unix seconds. */
  readonly time: number;
  readonly usd: DaySlots;
  /** Dollars for one bitcoin, in every slot in which `usd` has a price. */
  readonly btcUsd: DaySlots;
}

/**
 * Prices, kept for ever. Numbers come back as the doubles they were. Times are Unix seconds; windows hold what is at
 * `from` and not what is at `to`. A token that was never priced has an empty history.
 *
 * What cannot be a price (0, a negative number, NaN) or is off the five-minute grid is thrown, as a bug of the caller.
 */
export interface PriceStore {
  /**
   * Stores the whole run in one transaction, or answers `already-exists` and stores nothing: there is one run per grid
   * point, across all processes that share the database. Runs may come in any order.
   */
  record(run: PriceRun): Promise<Result<void, AlreadyExists>>;
  latest(): Promise<LatestPrices>;
  /** The prices of the window, oldest first. */
  points(token: ContractId, from: number, to: number): Promise<readonly PricePoint[]>;
  /** The same prices in the quote, packed by UTC day; days without a price in the window are left out. */
  slots(token: ContractId, quote: PriceQuote, from: number, to: number): Promise<readonly PackedDay[]>;
  /** The candles of the UTC days that start in the window, oldest first, that of an unfinished day among them. */
  days(token: ContractId, quote: PriceQuote, from: number, to: number): Promise<readonly DayCandle[]>;
  /** Everything there is of the UTC days that start in the window, day by day, each token once a day. */
  scan(from: number, to: number): AsyncIterable<DayOfPrices>;
}
