import type { PricePoint } from '../domain/price-series/price.js';
import type { ContractId } from '../domain/shared/contract-id.js';

/** A price of the past, brought along from elsewhere. */
export interface ImportedPrice extends PricePoint {
  readonly token: ContractId;
}

export interface ImportOutcome {
  readonly added: number;
  /** Were there already, with the same numbers. */
  readonly known: number;
  /**
   * Where in the batch prices are that were there already with another price or another bitcoin price, and were left as
   * they are: positions from 0, in no particular order.
   */
  readonly conflicting: readonly number[];
}

/** Something derived that does not agree with the prices it was derived from. */
export interface PriceDifference {
  /** Absent where the bitcoin price is meant. */
  readonly token?: ContractId;
  /** Midnight UTC of the day, Unix seconds. */
  readonly day: number;
  /** What differs, such as `usd_high`. */
  readonly field: string;
}

export interface PriceCheck {
  /** Days of a token that were compared. */
  readonly days: number;
  readonly points: number;
  readonly differences: readonly PriceDifference[];
}

/** The care of stored prices. */
export interface PriceArchive {
  /**
   * Stores the prices in one transaction, in whatever order they come. What is stored already is never changed, so the
   * same batch may come again. A grid point that gets a price this way can no longer be recorded as a run.
   */
  importPrices(prices: readonly ImportedPrice[]): Promise<ImportOutcome>;
  /** Derives everything anew from the prices and compares, oldest day first. `progress` hears of each UTC day. */
  check(progress?: (days: number, ofDays: number) => void): Promise<PriceCheck>;
}
