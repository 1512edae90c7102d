import { GRID_SECONDS } from '../../src/domain/price-series/price.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';
import type { ImportedPrice } from '../../src/ports/index.js';

export const DAY = 86_400;
/** The first grid point without a price. */
export const END = Date.parse('2026-11-20T00:00:00Z') / 1000;

export const tokenOf = (n: number) => `SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS.token-${n}` as ContractId;

/** A fixed series of distinct prices with full precision. */
export const priceOf = (token: number, time: number): number =>
  ((token + 1) / 7) * (2 + Math.sin(time / 40_000 + token) + Math.sin(time * 12.9898 + token) / 50);
export const btcUsdAt = (time: number): number => 90_000 + 5_000 * Math.sin(time / 300_000);

export interface Load {
  readonly tokens: number;
  /** Days per token; the first token has a year. */
  readonly days: number;
}

/** A year of the first token and some days of all tokens, in batches of a day. */
export function* dailyPrices({ tokens, days }: Load): Iterable<readonly (ImportedPrice & { n: number })[]> {
  for (let day = 365; day > 0; day--) {
    const batch: (ImportedPrice & { n: number })[] = [];
    const some = day <= days ? tokens : 1;
    for (let time = END - day * DAY; time < END - (day - 1) * DAY; time += GRID_SECONDS) {
      const btcUsd = btcUsdAt(time);
      for (let n = 0; n < some; n++)
        batch.push({ n, token: tokenOf(n), time, usd: priceOf(n, time), btcUsd });
    }
    yield batch;
  }
}
