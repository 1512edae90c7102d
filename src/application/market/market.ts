import { Router } from '../../domain/router/best-route.js';
import { Quarantine, type QuoteFailure } from '../../domain/market/quarantine.js';
import type { Registry, Token } from '../../domain/market/registry.js';
import { rulesOf } from '../../domain/vault/kinds.js';
import type { Reserves, Vault } from '../../domain/vault/vault.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { ok, type Result } from '../../domain/shared/result.js';
import { toUnits } from '../../domain/shared/units.js';
import type { ChainUnreachable, Ports } from '../../ports/index.js';

/** The current registry with a router over its vaults, without those in quarantine. */
export interface Market {
  readonly registry: Registry;
  readonly router: Router;
  readonly tokens: ReadonlyMap<ContractId, Token>;
  /** Each vault's reserves when last read, quarantined vaults included. A vault that gave none is absent. */
  readonly reserves: ReadonlyMap<ContractId, Reserves>;
}

export type MarketReader = ReturnType<typeof makeMarketReader>;

interface Reading {
  readonly startedAt: number;
  readonly done: Promise<Result<Market, ChainUnreachable>>;
}

/** Keeps one router up to date. Rebuilds it only when the registry or the quarantine changes; updates reserves in place. */
export function makeMarketReader({
  registry,
  liquidity,
  clock,
  executionObserver,
}: Pick<Ports, 'registry' | 'liquidity' | 'clock' | 'executionObserver'>) {
  const quarantine = new Quarantine();
  const held = new Map<ContractId, Reserves>();
  let market: OpenMarket | undefined;
  let latest: Reading | undefined;

  const refresh = async (
    refreshed: Market,
    vaults: readonly Vault[],
  ): Promise<Result<Market, ChainUnreachable>> => {
    const read = await liquidity.readReserves(vaults);
    if (!read.ok) return read;
    const none = toUnits(0n);
    const empty: Reserves = { reserveA: none, reserveB: none, supply: none, readAt: clock.now() };
    for (const vault of vaults) {
      const { contractId } = vault;
      const reserves = read.value.get(contractId);
      if (reserves !== undefined) {
        held.set(contractId, reserves);
        refreshed.router.update(contractId, reserves);
        continue;
      }
      held.delete(contractId);
      // Never trade on reserves that the vault no longer confirms.
      if (rulesOf(vault).hasReserves) refreshed.router.update(contractId, empty);
    }
    return ok(refreshed);
  };

  const startReading = (current: OpenMarket): Reading => ({
    startedAt: clock.now().getTime(),
    done: refresh(current, routed(current)),
  });

  const forget = (reading: Reading) => {
    if (latest === reading) latest = undefined;
  };

  const read = async (maxAgeMs: number): Promise<Result<Market, ChainUnreachable>> => {
    const current = registry.current();
    const without = quarantine.at(clock.now());
    if (market?.registry !== current || market.without !== without) {
      if (market?.registry !== current) held.clear();
      market = openMarket(current, without, held);
      latest = undefined;
    }
    const oldest = clock.now().getTime() - maxAgeMs;
    const reading =
      latest !== undefined && latest.startedAt >= oldest ? latest : (latest = startReading(market));
    const done = await reading.done.catch((error: unknown) => {
      forget(reading);
      throw error;
    });
    // A failed read is not shared: the next caller reads again.
    if (!done.ok) forget(reading);
    return done;
  };

  return {
    /** The market with reserves read at most `maxAgeMs` ago. Concurrent callers share one read. */
    read,
    /** Re-reads the reserves of these vaults. A vault that gives none counts as empty. */
    refresh,
    /** Leaves the vault out of routing for a limited time and notifies the observer. */
    quarantine: (vault: ContractId, failure: QuoteFailure): void => {
      const until = quarantine.add(vault, failure, clock.now());
      executionObserver?.observe({ kind: 'vault-quarantined', vault, failure, until });
    },
  };
}

interface OpenMarket extends Market {
  readonly without: ReadonlySet<ContractId>;
}

const routed = ({ registry, without }: Pick<OpenMarket, 'registry' | 'without'>): readonly Vault[] =>
  without.size === 0 ? registry.vaults : registry.vaults.filter(({ contractId }) => !without.has(contractId));

function openMarket(
  registry: Registry,
  without: ReadonlySet<ContractId>,
  reserves: ReadonlyMap<ContractId, Reserves>,
): OpenMarket {
  const tokens = new Map(registry.tokens.map((token) => [token.contractId, token]));
  return { registry, tokens, reserves, without, router: new Router(routed({ registry, without })) };
}
