import type { PricePoint } from '../domain/price-series/price.js';
import type { ContractId } from '../domain/shared/contract-id.js';

/** A past price imported from elsewhere. */
export interface ImportedPrice extends PricePoint {
  readonly token: ContractId;
}

/** What an import did with each price. */
export interface ImportOutcome {
  readonly added: number;
  /** Were already stored with the same numbers. */
  readonly known: number;
  /**
   * Positions in the batch, from 0 and in no order, of prices that are already stored with another price or bitcoin
   * price. The stored ones are kept.
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
  /** Token days compared. */
  readonly days: number;
  readonly points: number;
  readonly differences: readonly PriceDifference[];
}

/** Maintenance of stored prices. */
export interface PriceArchive {
  /**
   * Stores the prices, in any order, in one transaction. Stored prices are never changed, so a batch may be repeated. A
   * grid point that gets a price this way can no longer be recorded as a run.
   */
  importPrices(prices: readonly ImportedPrice[]): Promise<ImportOutcome>;
  /** Recomputes all aggregates from the prices and compares, oldest day first. Calls `progress` for each UTC day. */
  check(progress?: (days: number, ofDays: number) => void): Promise<PriceCheck>;
}
