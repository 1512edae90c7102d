import { ok } from '../../domain/shared/result.js';
import type { BtcPriceSource, Clock } from '../../ports/index.js';

/**
 * Always returns this price in dollars, for development chains and tests.
 *
 * @example const btcSources = [fixedSource(100_000, clock)];
 */
export function fixedSource(usd: number, clock: Clock): BtcPriceSource {
  return { name: 'fixed', read: async () => ok({ usd, at: clock.now() }) };
}
