import { Router } from '../../domain/router/best-route.js';
import type { Registry, Token } from '../../domain/router/registry.js';
import type { Vault } from '../../domain/router/vault.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { ChainUnreachable, Ports } from '../../ports/index.js';

/** The registry in force with a router over its vaults. */
export interface Market {
  readonly registry: Registry;
  readonly router: Router;
  readonly tokens: ReadonlyMap<ContractId, Token>;
}

export interface MarketReader {
  /** The market with reserves read at most `maxAgeMs` ago. Callers that ask together share one reading. */
  read(maxAgeMs: number): Promise<Result<Market, ChainUnreachable>>;
  /** The market with the reserves of these vaults read anew. */
  refresh(market: Market, vaults: readonly Vault[]): Promise<Result<Market, ChainUnreachable>>;
}

interface Reading {
  readonly market: Market;
  readonly startedAt: number;
  readonly done: Promise<Result<void, ChainUnreachable>>;
}

/** Keeps one router up to date. It is built anew only when the registry changes; reserves are updated in place. */
export function makeMarketReader({
  registry,
  liquidity,
  clock,
}: Pick<Ports, 'registry' | 'liquidity' | 'clock'>): MarketReader {
  let latest: Reading | undefined;

  const refresh: MarketReader['refresh'] = async (market, vaults) => {
    const reserves = await liquidity.readReserves(vaults);
    if (!reserves.ok) return reserves;
    for (const [vault, held] of reserves.value) market.router.update(vault, held);
    return ok(market);
  };

  const startReading = (current: Registry): Reading => {
    const market = latest?.market.registry === current ? latest.market : openMarket(current);
    const done = refresh(market, market.registry.vaults).then((read) => (read.ok ? ok() : read));
    return { market, startedAt: clock.now().getTime(), done };
  };

  const read: MarketReader['read'] = async (maxAgeMs) => {
    const current = registry.current();
    const usable =
      latest?.market.registry === current && clock.now().getTime() - latest.startedAt <= maxAgeMs;
    const reading = usable && latest !== undefined ? latest : (latest = startReading(current));
    const done = await reading.done.catch((error: unknown) => {
      if (latest === reading) latest = undefined;
      throw error;
    });
    if (done.ok) return ok(reading.market);
    // A failed reading is nobody's to share: the next caller asks again.
    if (latest === reading) latest = undefined;
    return done;
  };

  return { read, refresh };
}

function openMarket(registry: Registry): Market {
  return {
    registry,
    router: new Router(registry.vaults),
    tokens: new Map(registry.tokens.map((token) => [token.contractId, token])),
  };
}
