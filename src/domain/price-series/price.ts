import type { ContractId } from '../shared/contract-id.js';

/** One token's price in one run. Doubles at full precision, never rounded. */
export interface Price {
  /** Dollars for a whole token, above 0. */
  readonly usd: number;
  /** sBTC for a whole token, above 0. */
  readonly sbtc: number;
  /** Dollar value of the token in all pools. */
  readonly liquidityUsd: number;
  /** Percent lost by buying for a dollar and selling straight back; null when it was not measured. */
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

/** Prices are recorded on a grid of five minutes. */
export const GRID_SECONDS = 300;
export const SLOTS_PER_DAY = 288;

/** The newest point of the five-minute grid at or before the time. */
export function gridPointAt(time: Date): Date {
  const step = GRID_SECONDS * 1000;
  return new Date(Math.floor(time.getTime() / step) * step);
}

/** Three runs: a price that no run has renewed for longer is stale. */
export const STALE_AFTER_SECONDS = 15 * 60;

export const THIN_ABOVE_PERCENT = 25;

/** Whether the price is more than 15 minutes old. */
export function isStale(updatedAt: Date, now: Date): boolean {
  return now.getTime() - updatedAt.getTime() > STALE_AFTER_SECONDS * 1000;
}

/** Whether small trades move the price: buying and selling for a dollar loses more than 25 percent. */
export function isThin({ roundTripLoss }: Pick<Price, 'roundTripLoss'>): boolean {
  return roundTripLoss !== null && roundTripLoss > THIN_ABOVE_PERCENT;
}
