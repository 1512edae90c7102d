import type { MarketSnapshot } from '../../domain/price-series/discovery.js';
import { Router } from '../../domain/router/best-route.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { ChainUnreachable, Ports } from '../../ports/index.js';

/** The whole market read at one time. */
export interface ReadMarket extends Omit<MarketSnapshot, 'btcUsd'> {
  /** Whether all reserves were read at the same block. */
  readonly atOneBlock: boolean;
}

/**
 * Reads the reserves of all vaults and repeats the read when a block arrives in between, three times at most; after that
 * the last read counts, since its reserves are only seconds apart. Pools that do not respond are left out.
 */
export type ReadSnapshot = () => Promise<Result<ReadMarket, ChainUnreachable>>;

const MAX_READS = 3;

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
      if (!atOneBlock && reading < MAX_READS) continue;
      // Its own router: the one for quotes changes when single vaults are re-read.
      const router = new Router(registry.vaults);
      for (const [vault, held] of reserves.value) router.update(vault, held);
      return ok({ registry, router, reserves: reserves.value, atOneBlock });
    }
  };
};
