import { ok } from '../../domain/shared/result.js';
import type { BtcPriceSource, Clock } from '../../ports/index.js';

/** Always the same price, for development chains and tests. */
export function fixedSource(usd: number, clock: Clock): BtcPriceSource {
  return { name: 'fixed', read: async () => ok({ usd, at: clock.now() }) };
}
