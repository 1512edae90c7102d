import type { ContractId } from '../shared/contract-id.js';

/** What one run found out about one token. Doubles at full precision, never rounded. */
export interface Price {
  /** Dollars for a whole token, above 0. */
  readonly usd: number;
  /** sBTC for a whole token, above 0. */
  readonly sbtc: number;
  /** Dollar value of the token in the pools that hold it. */
  readonly liquidityUsd: number;
  /** Percent lost by buying for a dollar and selling straight back; null for prices from before it was measured. */
  readonly roundTripLoss: number | null;
}

/** Everything that one run recorded. */
export interface PriceRun {
  /** A point of the five-minute grid. */
  readonly at: Date;
  /** Dollars for one bitcoin. */
  readonly btcUsd: number;
  readonly prices: ReadonlyMap<ContractId, Price>;
}

/** A price of the past. */
export interface PricePoint {
  /** A point of the five-minute grid, Unix seconds. */
  readonly time: number;
  readonly usd: number;
  /** Dollars for one bitcoin in that run. */
  readonly btcUsd: number;
}

/** A token's newest price with the run it is from. */
export interface LatestPrice extends Price {
  readonly token: ContractId;
  readonly updatedAt: Date;
}

export const GRID_SECONDS = 300;
export const SLOTS_PER_DAY = 288;
