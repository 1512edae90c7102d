import { Router, type RouteHop } from '../../domain/router/best-route.js';
import { disagrees, Quarantine, type QuoteFailure } from '../../domain/market/quarantine.js';
import type { Registry, Token } from '../../domain/market/registry.js';
import { rulesOf } from '../../domain/vault/kinds.js';
import { withProbe } from '../../domain/vault/probes.js';
import type { HopQuote, Reserves, Vault } from '../../domain/vault/vault.js';
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
  /** The block at which the last reading of all reserves began; absent when the chain did not tell. */
  readonly blockHeight?: number;
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
  chain,
  executionObserver,
}: Pick<Ports, 'registry' | 'liquidity' | 'clock' | 'chain' | 'executionObserver'>) {
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

  const quarantineVault = (vault: ContractId, failure: QuoteFailure): void => {
    const until = quarantine.add(vault, failure, clock.now());
    executionObserver?.observe({ kind: 'vault-quarantined', vault, failure, until });
  };

  const learn = ({ router }: Market, hop: RouteHop, quote: HopQuote | undefined): void => {
    const { vault, opcode, amountIn, amountOut: ceiling } = hop;
    const reserves = held.get(vault.contractId);
    if (reserves?.probes === undefined) return;
    const answered = toUnits(quote?.dy ?? 0n);
    const isTooGood = answered > ceiling && disagrees(ceiling, answered);
    if (isTooGood) {
      quarantineVault(vault.contractId, { kind: 'quote-disagrees', expected: ceiling, answered });
    }
    const probe = { amountIn, amountOut: isTooGood ? toUnits(0n) : answered };
    const side = opcode === rulesOf(vault).opcodes[0] ? 'aToB' : 'bToA';
    const probes = { ...reserves.probes, [side]: withProbe(reserves.probes[side], probe) };
    held.set(vault.contractId, { ...reserves, probes });
    router.update(vault.contractId, { ...reserves, probes });
  };

  const startReading = (current: OpenMarket): Reading => ({
    startedAt: clock.now().getTime(),
    done: readAll(current),
  });

  const readAll = async (current: OpenMarket): Promise<Result<Market, ChainUnreachable>> => {
    const [tip, read] = await Promise.all([chain.tip(), refresh(current, routed(current))]);
    if (tip.ok) current.blockHeight = tip.value.height;
    else delete current.blockHeight;
    return read;
  };

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
    /**
     * Adds what a vault of a quoted kind gave for a hop's input to what the router knows of it, until its reserves are
     * read again; undefined: its contract gave no quote. An output more than 5% above what its other quotes allow
     * quarantines the vault.
     */
    learn,
    /** Leaves the vault out of routing for a limited time and notifies the observer. */
    quarantine: quarantineVault,
  };
}

interface OpenMarket extends Market {
  readonly without: ReadonlySet<ContractId>;
  blockHeight?: number;
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
