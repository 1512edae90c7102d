import { Router, type RouteHop } from '../../domain/router/best-route.js';
import { disagrees, Quarantine, type QuoteFailure } from '../../domain/market/quarantine.js';
import { differInFeesOnly, type Registry, type Token } from '../../domain/market/registry.js';
import { rulesOf } from '../../domain/vault/kinds.js';
import type { HopQuote, Probe, Reserves, Vault } from '../../domain/vault/vault.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { err, ok } from '../../domain/shared/result.js';
import { isPending } from '../../domain/shared/time.js';
import { toUnits } from '../../domain/shared/units.js';
import type { ChainRead, ChainUnreachable, Ports } from '../../ports/index.js';
import { makeBlockFollower, type BlockFollower, type FollowedBlocks } from './follow-blocks.js';
import { HeldReserves } from './held-reserves.js';
import type { PastReserves } from './recent-reserves.js';

/** The current registry with a router over its vaults, except quarantined ones. */
export interface Market {
  readonly registry: Registry;
  readonly router: Router;
  readonly tokens: ReadonlyMap<ContractId, Token>;
  /** Each vault's reserves when last read, including quarantined vaults. A vault that gave none is absent. */
  readonly reserves: ReadonlyMap<ContractId, Reserves>;
  /** Vaults that count as empty for now, because the chain did not report their holdings. */
  readonly unread: ReadonlySet<ContractId>;
  /** The block as of which the reserves are known, or at which reading them began; absent if the chain did not tell. */
  readonly asOf?: MarketHeight | undefined;
}

/** The height of a block, and whether every vault was read since the last block that may have changed it. */
interface MarketHeight {
  readonly height: number;
  /** Whether every vault is up to date; if not, some reserves are as of the previous block. */
  readonly isComplete: boolean;
}

export type MarketReader = ReturnType<typeof makeMarketReader>;

/** Maximum time (ms) for which callers share a failed read that says when to retry. */
const LONGEST_PAUSE_MS = 5_000;

interface Reading {
  readonly startedAt: number;
  readonly done: ChainRead<Market>;
}

/**
 * Keeps one router up to date. Rebuilds it only when the registry or the quarantine changes; updates reserves in place. If the
 * chain is followed, only vaults that a block may have changed are read; otherwise all of them each time.
 */
export function makeMarketReader(ports: Needs) {
  const { registry, liquidity, blocks, chain, clock, executionObserver } = ports;
  const quarantine = new Quarantine();
  const held = new HeldReserves();
  const unread = new Set<ContractId>();
  let market: OpenMarket | undefined;
  let follower: BlockFollower | undefined;
  /** The newest successful reading, and the one in progress. */
  let latest: (Reading & { readonly market: OpenMarket }) | undefined;
  let running: Reading | undefined;
  /** The last failure, if it said when to retry, and the time until which callers share it, in Unix milliseconds. */
  let withheld: { readonly error: ChainUnreachable; readonly until: number } | undefined;

  /**
   * Updates the vault in the router. Without reserves it counts as empty, so that no trade relies on reserves that it no longer
   * confirms.
   */
  const take = (into: Pick<Market, 'router'>, vault: Vault, reserves: Reserves | undefined): void => {
    const none = toUnits(0n);
    const empty: Reserves = { reserveA: none, reserveB: none, supply: none, readAt: clock.now() };
    if (reserves !== undefined) into.router.update(vault.contractId, reserves);
    else if (rulesOf(vault).hasReserves) into.router.update(vault.contractId, empty);
  };

  const refresh = async <M extends Market>(refreshed: M, vaults: readonly Vault[]): ChainRead<M> => {
    const read = await liquidity.readReserves(vaults);
    if (!read.ok) return read;
    for (const vault of vaults) {
      const { contractId } = vault;
      const reserves = read.value.get(contractId);
      if (rulesOf(vault).hasReserves) follower?.learn(contractId, reserves);
      // A vault that had reserves before has not lost them. It is this reading that failed.
      if (reserves !== undefined) unread.delete(contractId);
      else if (held.get(contractId) !== undefined) unread.add(contractId);
      held.take(contractId, reserves);
      take(refreshed, vault, held.get(contractId));
    }
    return ok(refreshed);
  };

  const quarantineVault = (vault: ContractId, failure: QuoteFailure): void => {
    const until = quarantine.add(vault, failure, clock.now());
    executionObserver?.observe({ kind: 'vault-quarantined', vault, failure, until });
  };

  const learn = ({ router }: Market, asked: QuotedHop, quote: HopQuote | undefined): Probe => {
    const { vault, reserves, opcode, amountIn, amountOut: ceiling } = asked;
    const answered = toUnits(quote?.dy ?? 0n);
    const isTooGood = answered > ceiling && disagrees(ceiling, answered);
    if (isTooGood) {
      quarantineVault(vault.contractId, { kind: 'quote-disagrees', expected: ceiling, answered });
    }
    const probe = { amountIn, amountOut: isTooGood ? toUnits(0n) : answered };
    const learned = held.learn(vault, reserves, opcode, probe);
    if (learned !== undefined) router.update(vault.contractId, learned);
    return probe;
  };

  /** Reads all vaults without following the chain. The best known height is then the one at which the reading began. */
  const readAll = async (of: OpenMarket): ChainRead<OpenMarket> => {
    const [tip, read] = await Promise.all([chain.tip(), refresh(of, routed(of))]);
    of.asOf = tip.ok ? { height: tip.value.height, isComplete: true } : undefined;
    return read;
  };

  const follow = async (current: OpenMarket, by: BlockFollower): ChainRead<OpenMarket> => {
    const followed = await by.look();
    if (!followed.ok) return followed;
    const { reserves, unusable, tip, isComplete } = followed.value;
    held.replace(reserves);
    unread.clear();
    unusable.forEach((id) => unread.add(id));
    for (const vault of routed(current))
      take(current, vault, unusable.has(vault.contractId) ? undefined : held.get(vault.contractId));
    current.asOf = { height: tip.height, isComplete };
    return ok(current);
  };

  const current = (): OpenMarket => {
    const source = registry.current();
    const without = quarantine.at(clock.now());
    if (market?.registry === source && market.without === without) return market;
    // If only fees have changed, the reserves are kept: reading all of them again would use up a small allowance for minutes.
    if (market === undefined || !differInFeesOnly(market.registry, source)) {
      held.clear();
      unread.clear();
      follower = blocks && makeBlockFollower({ blocks, clock }, source.vaults);
    }
    market = openMarket({ registry: source, without, reserves: held.all, unread });
    latest = undefined;
    running = undefined;
    withheld = undefined;
    return market;
  };

  const startReading = (of: OpenMarket): Reading => {
    const startedAt = clock.now().getTime();
    const read = follower === undefined ? readAll(of) : follow(of, follower);
    const done = read.finally(() => {
      if (running === reading) running = undefined;
    });
    const reading: Reading = { startedAt, done };
    running = reading;
    void done.then(
      (result) => {
        if (market !== of) return;
        if (result.ok) latest = { ...reading, market: of };
        const waitMs = result.ok ? undefined : result.error.retryAfterMs;
        withheld =
          result.ok || waitMs === undefined
            ? undefined
            : { error: result.error, until: clock.now().getTime() + Math.min(waitMs, LONGEST_PAUSE_MS) };
      },
      () => undefined,
    );
    return reading;
  };

  /** The failure that later callers share, because another try would use up the allowance and fail too. */
  const pause = (): ChainUnreachable | undefined => {
    const isOn = withheld !== undefined && isPending(withheld.until, clock.now().getTime(), LONGEST_PAUSE_MS);
    return isOn ? withheld!.error : undefined;
  };

  const isRecent = ({ startedAt }: Reading, maxAgeMs: number): boolean => {
    const now = clock.now().getTime();
    return startedAt <= now && now - startedAt <= maxAgeMs;
  };

  const read = async (maxAgeMs: number): ChainRead<Market> => {
    const of = current();
    if (latest !== undefined && isRecent(latest, maxAgeMs)) return ok(latest.market);
    if (running !== undefined && isRecent(running, maxAgeMs)) return running.done;
    const paused = pause();
    return paused === undefined ? startReading(of).done : err(paused);
  };

  return {
    /** Returns the market if its reserves are as recent as `read` would have them; undefined otherwise. Reads nothing. */
    atHand: (maxAgeMs: number): Market | undefined => {
      const isCurrent = latest?.market.registry === registry.current();
      return isCurrent && isRecent(latest!, maxAgeMs) ? latest!.market : undefined;
    },
    /**
     * Returns the market with reserves that were read at most `maxAgeMs` ago or, if the chain is followed, checked against it
     * within that time. Concurrent callers share one read. Later callers share a failed read only if it says when to retry.
     */
    read,
    /** Checks the reserves now, unless a check is running, so callers of `read` need not wait for one. */
    check: async (): ChainRead<Market> => {
      const of = current();
      const paused = pause();
      return paused === undefined ? (running ?? startReading(of)).done : err(paused);
    },
    /** Height of the newest block, if the chain was followed at most `maxAgeMs` ago; undefined otherwise. */
    followedHeight: (maxAgeMs: number): number | undefined =>
      follower !== undefined && latest !== undefined && isRecent(latest, maxAgeMs)
        ? latest.market.asOf?.height
        : undefined,
    /** The reserves as of the block at the height, one of the last few, as far as they are known. Reads nothing. */
    reservesAt: (height: number): PastReserves => follower?.reservesAt(height) ?? new Map(),
    /** Re-reads the reserves of these vaults. A vault that gives none counts as empty. */
    refresh,
    /**
     * Adds a quote by a vault of a quoted kind to the router's knowledge, until the vault's state differs from the one in which
     * it was asked. An undefined quote means that the contract gave none. Returns the probe to use: an output more than 5% above
     * what the vault's other quotes allow is replaced by 0, and quarantines the vault.
     */
    learn,
    /** Leaves the vault out of routing for a limited time and notifies the observer. */
    quarantine: quarantineVault,
    /** The vaults that this process leaves out, with the reason and end. */
    quarantined: () => quarantine.list(clock.now()),
  };
}

interface Needs extends Pick<Ports, 'registry' | 'liquidity' | 'chain' | 'clock' | 'executionObserver'> {
  readonly blocks?: FollowedBlocks | undefined;
}

/** A hop through a vault of a quoted kind, with the vault's reserves at the time when its contract was asked. */
export type QuotedHop = RouteHop & { readonly reserves: Reserves };

interface OpenMarket extends Market {
  readonly without: ReadonlySet<ContractId>;
  asOf: MarketHeight | undefined;
}

const routed = ({ registry, without }: Pick<OpenMarket, 'registry' | 'without'>): readonly Vault[] =>
  without.size === 0 ? registry.vaults : registry.vaults.filter(({ contractId }) => !without.has(contractId));

function openMarket(parts: Pick<OpenMarket, 'registry' | 'without' | 'reserves' | 'unread'>): OpenMarket {
  const tokens = new Map(parts.registry.tokens.map((token) => [token.contractId, token]));
  return { ...parts, tokens, asOf: undefined, router: new Router(routed(parts)) };
}
