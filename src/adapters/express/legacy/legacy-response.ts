import { STATUS_CODES } from 'node:http';
import type { PricedToken, PriceList } from '../../../application/prices/price-list.js';
import type { Problem } from '../problem.js';

/** The older shape of a token's price. */
export interface LegacyRecord {
  readonly tokenId: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  readonly image?: string;
  /** Dollars for a whole token. */
  readonly usdPrice: number;
  /** sBTC for a whole token. */
  readonly sbtcRatio: number;
  /** 0 to 1. */
  readonly confidence: number;
  /** Dollars. */
  readonly totalLiquidity: number;
  /** Unix milliseconds. */
  readonly lastUpdated: number;
}

export function legacyRecord(token: PricedToken): LegacyRecord {
  const { contractId, symbol, name, decimals, image } = token.about;
  return {
    tokenId: contractId,
    symbol,
    name,
    decimals,
    ...(image !== undefined && { image }),
    usdPrice: token.usd,
    sbtcRatio: token.sbtc,
    confidence: confidenceOf(token),
    totalLiquidity: token.liquidityUsd,
    lastUpdated: token.updatedAt.getTime(),
  };
}

/** A round trip may gain where pools disagree; prices from before it was measured count as sure. */
function confidenceOf({ roundTripLoss }: PricedToken): number {
  return roundTripLoss === null ? 1 : Math.min(1, Math.max(0, 1 - roundTripLoss / 100));
}

/** The surest first, then the one with the most liquidity; equal ones by id. */
export function byConfidence(a: LegacyRecord, b: LegacyRecord): number {
  return (
    b.confidence - a.confidence || b.totalLiquidity - a.totalLiquidity || (a.tokenId < b.tokenId ? -1 : 1)
  );
}

/**
 * How the price came about: what was bought and sold again, by one route each; sBTC itself by none.
 * `priceVariation` is how far the two lie apart, as a fraction; null where it was not measured.
 */
export function calculationDetails(token: PricedToken, { run }: PriceList): object {
  const isOfNewestRun = run !== undefined && run.at.getTime() === token.updatedAt.getTime();
  return {
    btcPrice: isOfNewestRun ? run.btcUsd : token.usd / token.sbtc,
    priceSource: 'market',
    pathsUsed: token.sbtc === 1 && token.roundTripLoss === 0 ? 0 : 2,
    priceVariation: token.roundTripLoss === null ? null : Math.abs(token.roundTripLoss) / 100,
    calculatedAt: token.updatedAt.getTime(),
  };
}

/** Errors by the phrase of their status. */
export const legacyErrorBody = ({ status, error }: Problem): object => ({
  status: 'error',
  error: STATUS_CODES[status] ?? 'Error',
  message: error,
});
