import { ok, type Result } from '../../domain/shared/result.js';
import type { ChainUnreachable } from '../../ports/index.js';
import type { CoreSettings } from '../settings.js';
import type { MarketReader } from '../market/market.js';

/** Reads the market and exercises the route search, so that the first callers do not wait for a cold engine (about 1 s). */
export type WarmUp = () => Promise<Result<void, ChainUnreachable>>;

export const makeWarmUp = (market: MarketReader, { reservesMaxAgeMs }: CoreSettings): WarmUp => {
  return async () => {
    const read = await market.read(reservesMaxAgeMs);
    if (!read.ok) return read;
    read.value.router.warmUp();
    return ok();
  };
};
