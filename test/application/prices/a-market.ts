import { memoryStorage, InMemoryLiquidity } from '../../../src/adapters/memory/index.js';
import type { CheckClock } from '../../../src/application/market/chain-clock.js';
import { makeMarketReader } from '../../../src/application/market/market.js';
import { makeReadTokenFacts } from '../../../src/application/metadata/token-facts-cache.js';
import { InMemoryTradeStore } from '../../../src/adapters/memory/trade-store.js';
import { makeReadVolumes } from '../../../src/application/trades/read-volumes.js';
import { makePrices, type PricesCore } from '../../../src/application/prices/prices-core.js';
import type { Registry, Token } from '../../../src/domain/market/registry.js';
import type { Reserves, Vault } from '../../../src/domain/vault/vault.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { err, ok, type Result } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import type { BtcPriceSource, ChainTip, ChainUnreachable, Ports } from '../../../src/ports/index.js';
import { AN_OWNER, T0 } from '../../support/builders.js';
import { fixedClock, type FixedClock } from '../../support/fixed-clock.js';

const id = (name: string) => `${AN_OWNER}.${name}` as ContractId;

export const SBTC = id('sbtc');
export const DOLLAR = id('dollar');
export const WELSH = id('welsh');
export const WELSH_SUBNET = id('welsh-subnet');
export const DOLLAR_POOL = id('dollar-sbtc');
export const WELSH_POOL = id('welsh-dollar');

const token = (contractId: ContractId, more: Partial<Token> = {}): Token => ({
  contractId,
  symbol: 'T',
  name: contractId,
  decimals: 6,
  identifier: 'asset',
  ...more,
});

const vault = (contractId: ContractId, tokenA: ContractId, tokenB: ContractId): Vault => ({
  contractId,
  kind: 'pool',
  protocol: 'TEST',
  tokenA,
  tokenB,
  feePpm: 3_000,
  name: contractId,
  symbol: 'LP',
});

/** Three tokens and a subnet copy, priced through two pools. */
export const REGISTRY: Registry = {
  network: 'devnet',
  routers: [],
  wstx: id('wstx'),
  sbtc: SBTC,
  verifier: { v1: id('verifier-v1'), v2: id('verifier-v2') },
  tokens: [
    token(WELSH_SUBNET, { type: 'SUBNET', base: WELSH }),
    token(WELSH),
    token(DOLLAR),
    token(SBTC, { decimals: 8 }),
  ],
  vaults: [vault(DOLLAR_POOL, DOLLAR, SBTC), vault(WELSH_POOL, WELSH, DOLLAR)],
  blocked: [],
};

const holding = (reserveA: bigint, reserveB: bigint): Reserves => ({
  reserveA: toUnits(reserveA),
  reserveB: toUnits(reserveB),
  supply: toUnits(1_000_000n),
  readAt: T0,
});

/** A source whose price the test sets. */
export interface ScriptedSource extends BtcPriceSource {
  /** Dollars; undefined while it fails. */
  usd: number | undefined;
  reads: number;
}

export function aSource(name: string, usd: number | undefined = 100_000): ScriptedSource {
  const source: ScriptedSource = {
    name,
    usd,
    reads: 0,
    read: async () => {
      source.reads++;
      return source.usd === undefined
        ? err({ kind: 'source-failed', reason: `${name}: status 500` })
        : ok({ usd: source.usd, at: T0 });
    },
  };
  return source;
}

/** A chain whose pools, tip and reachability the test decides. */
export class ScriptedChain {
  /** A dollar costs a dollar at 100,000 a bitcoin, a WELSH a tenth of it. */
  readonly held = new InMemoryLiquidity(
    new Map([
      [DOLLAR_POOL, holding(1_000_000_000_000n, 1_000_000_000n)],
      [WELSH_POOL, holding(1_000_000_000_000n, 100_000_000_000n)],
    ]),
  );
  height = 100;
  readings = 0;
  /** Vaults that do not respond. */
  readonly silent = new Set<ContractId>();
  /** Which requests fail as unreachable. */
  readonly cut = new Set<'tip' | 'reserves'>();
  /** Called while the reserves are read. */
  whileReading: () => void | Promise<void> = () => undefined;

  tip = async (): Promise<Result<ChainTip, ChainUnreachable>> =>
    this.cut.has('tip') ? unreachable : ok({ height: this.height, id: String(this.height) });

  readReserves = async (vaults: readonly Vault[]) => {
    this.readings++;
    await this.whileReading();
    if (this.cut.has('reserves')) return unreachable;
    return this.held.readReserves(vaults.filter(({ contractId }) => !this.silent.has(contractId)));
  };
}

const unreachable = err({ kind: 'chain-unreachable' as const, reason: 'connect ECONNREFUSED' });

export interface Market {
  readonly prices: PricesCore;
  readonly store: Ports['prices'];
  readonly archive: Ports['priceArchive'];
  readonly clock: FixedClock;
  readonly chain: ScriptedChain;
  readonly sources: readonly ScriptedSource[];
  readonly setRegistry: (registry: Registry) => void;
  /** Another process on the same storage, with the same chain, sources and clock. */
  readonly another: () => PricesCore;
}

/** Prices over memory storage at T0, a grid point, with nothing recorded yet. */
export function aMarket(
  sources: readonly ScriptedSource[] = [aSource('first'), aSource('second')],
  changed: {
    readonly store?: (store: Ports['prices']) => Ports['prices'];
    /** For a program that follows the chain. */
    readonly blocks?: (chain: ScriptedChain) => Ports['blocks'];
    readonly checkClock?: CheckClock;
  } = {},
): Market {
  const clock = fixedClock(T0);
  const chain = new ScriptedChain();
  const { prices: stored, priceArchive: archive, metadata, tokenUris, tokenLogos } = memoryStorage();
  const store = changed.store?.(stored) ?? stored;
  let registry = REGISTRY;
  const open = () => {
    const ports = {
      btcSources: sources,
      chain: chain as unknown as Ports['chain'],
      liquidity: chain as unknown as Ports['liquidity'],
      blocks: changed.blocks?.(chain),
      clock,
      prices: store,
      registry: { current: () => registry },
    };
    return makePrices(
      ports,
      {
        market: makeMarketReader({ ...ports, executionObserver: undefined }),
        readFacts: makeReadTokenFacts({ metadata, tokenUris, tokenLogos, clock }),
        checkClock: changed.checkClock ?? (async () => ok()),
        volumes: makeReadVolumes({ trades: new InMemoryTradeStore(), clock }),
      },
      { minPricedShare: MIN_PRICED_SHARE },
    );
  };
  return {
    prices: open(),
    store: stored,
    archive,
    clock,
    chain,
    sources,
    setRegistry: (next) => void (registry = next),
    another: open,
  };
}

/** Two of the four tokens. */
const MIN_PRICED_SHARE = 0.5;

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
