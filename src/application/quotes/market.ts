import { Router } from '../../domain/router/best-route.js';
import type { Registry, Token } from '../../domain/router/registry.js';
import type { Reserves, Vault } from '../../domain/router/vault.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { ok, type Result } from '../../domain/shared/result.js';
import { toUnits } from '../../domain/shared/units.js';
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
  /** The market with the reserves of these vaults read anew. A pool that gives no answer counts as empty. */
  refresh(market: Market, vaults: readonly Vault[]): Promise<Result<Market, ChainUnreachable>>;
}

interface Reading {
  readonly startedAt: number;
  readonly done: Promise<Result<Market, ChainUnreachable>>;
}

/** Keeps one router up to date. It is built anew only when the registry changes; reserves are updated in place. */
export function makeMarketReader({
  registry,
  liquidity,
  clock,
}: Pick<Ports, 'registry' | 'liquidity' | 'clock'>): MarketReader {
  let market: Market | undefined;
  let latest: Reading | undefined;

  const refresh: MarketReader['refresh'] = async (refreshed, vaults) => {
    const read = await liquidity.readReserves(vaults);
    if (!read.ok) return read;
    const unknown = nothingAt(clock.now());
    for (const { contractId, kind } of vaults) {
      const held = read.value.get(contractId);
      if (held !== undefined) refreshed.router.update(contractId, held);
      // A pool that gives no answer is not traded on an old one.
      else if (kind === 'pool') refreshed.router.update(contractId, unknown);
    }
    return ok(refreshed);
  };

  const startReading = (current: Market): Reading => ({
    startedAt: clock.now().getTime(),
    done: refresh(current, current.registry.vaults),
  });

  const forget = (reading: Reading) => {
    if (latest === reading) latest = undefined;
  };

  const read: MarketReader['read'] = async (maxAgeMs) => {
    const current = registry.current();
    if (market?.registry !== current) {
      market = openMarket(current);
      latest = undefined;
    }
    const oldest = clock.now().getTime() - maxAgeMs;
    const reading =
      latest !== undefined && latest.startedAt >= oldest ? latest : (latest = startReading(market));
    const done = await reading.done.catch((error: unknown) => {
      forget(reading);
      throw error;
    });
    // A failed reading is nobody's to share: the next caller asks again.
    if (!done.ok) forget(reading);
    return done;
  };

  return { read, refresh };
}

const nothingAt = (readAt: Date): Reserves => {
  const none = toUnits(0n);
  return { reserveA: none, reserveB: none, supply: none, readAt };
};

function openMarket(registry: Registry): Market {
  return {
    registry,
    router: new Router(registry.vaults),
    tokens: new Map(registry.tokens.map((token) => [token.contractId, token])),
  };
}
