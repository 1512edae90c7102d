import type { Price, PriceRun } from '../domain/price-series/price.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import type { ImportedPrice } from '../ports/index.js';
import { AN_OWNER } from './builders.js';

/** The nth fixed token, from 0. */
export const tokenNo = (n: number): ContractId => `${AN_OWNER}.token-${n}` as ContractId;

/** A time after every price of a test. */
export const LATER = new Date('9999-12-31T00:00:00Z');

/** Unix seconds of an ISO time. */
export const seconds = (iso: string): number => Date.parse(iso) / 1000;

export const aPrice = (usd: number, btcUsd = 100_000, overrides: Partial<Price> = {}): Price => ({
  usd,
  sbtc: usd / btcUsd,
  liquidityUsd: 1_000 * usd,
  roundTripLoss: 1.25,
  ...overrides,
});

/** A run with the nth price for token n; a token whose price is undefined is left out. */
export const aRun = (time: number, usd: readonly (number | undefined)[], btcUsd = 100_000): PriceRun => ({
  at: new Date(time * 1000),
  btcUsd,
  prices: new Map(
    usd.flatMap((price, n) => (price === undefined ? [] : [[tokenNo(n), aPrice(price, btcUsd)] as const])),
  ),
});

export const anImport = (time: number, n: number, usd: number, btcUsd = 100_000): ImportedPrice => ({
  token: tokenNo(n),
  time,
  usd,
  btcUsd,
});
