import type { MarketSnapshot } from '../../domain/price-series/discovery.js';
import { Router } from '../../domain/router/best-route.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { ChainUnreachable, Ports } from '../../ports/index.js';

/** The market as it was at one time. */
export interface ReadMarket extends Omit<MarketSnapshot, 'btcUsd'> {
  /** Whether no block came while the reserves were read. */
  readonly atOneBlock: boolean;
}

/**
 * Reads what all vaults hold, anew when a block came in between, three times at most: on a chain that moves faster than
 * it is read the last reading is taken, as its reserves are seconds apart. A pool that gives no answer is not there.
 */
export type ReadSnapshot = () => Promise<Result<ReadMarket, ChainUnreachable>>;

const MOST_READINGS = 3;

export const makeReadSnapshot = ({
  registry: source,
  liquidity,
  chain,
}: Pick<Ports, 'registry' | 'liquidity' | 'chain'>): ReadSnapshot => {
  return async () => {
    const registry = source.current();
    let before = await chain.tipHeight();
    for (let reading = 1; ; reading++) {
      if (!before.ok) return before;
      const reserves = await liquidity.readReserves(registry.vaults);
      if (!reserves.ok) return reserves;
      const after = await chain.tipHeight();
      if (!after.ok) return after;
      const atOneBlock = after.value === before.value;
      before = after;
      if (!atOneBlock && reading < MOST_READINGS) continue;
      // Not the router of the quotes: those read single vaults anew while prices are found.
      const router = new Router(registry.vaults);
      for (const [vault, held] of reserves.value) router.update(vault, held);
      return ok({ registry, router, reserves: reserves.value, atOneBlock });
    }
  };
};
