import fc from 'fast-check';
import { makeMarketReader, type Market, type MarketReader } from '../../../src/application/market/market.js';
import { quoteLeast, type LeastRequest } from '../../../src/application/quotes/quote-least.js';
import { quoteLive } from '../../../src/application/quotes/quote-live.js';
import type { ExecutionEvent, AskedHop } from '../../../src/ports/index.js';
import type { QuoteRequest } from '../../../src/domain/router/quote.js';
import { ok, unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { quoteHop } from '../../../src/domain/vault/kinds.js';
import { probeInputs } from '../../../src/domain/vault/probes.js';
import type { HopQuote, Probe, Reserves, RoutableVault, Vault } from '../../../src/domain/vault/vault.js';
import { aPool, holding, READ_AT, token } from '../../domain/router/builders.js';
import { A_REGISTRY } from '../../support/core-harness.js';
import { fixedClock } from '../../support/fixed-clock.js';

/** A vault of a market: a pool of x · y = k, which a hidden one shows through its quotes alone. */
export interface HiddenPool {
  readonly vault: Vault;
  readonly isHidden: boolean;
  readonly reserves: Reserves;
}

/** Smallest units per dollar of eight tokens. */
const PER_DOLLAR = [1_000n, 20_000n, 100n, 1_000_000n, 5_000n, 1_000n, 300n, 70_000n] as const;

/**
 * Up to eight tokens and 24 vaults, a third of them hidden. Their prices are up to `skewPercent` off, their depths from a
 * hundred thousand to ten million dollars.
 */
export const hiddenMarket = (skewPercent: number): fc.Arbitrary<readonly HiddenPool[]> =>
  fc
    .array(
      fc.record({
        a: fc.nat(7),
        step: fc.integer({ min: 1, max: 7 }),
        isHidden: fc.constantFrom(true, false, false),
        feePpm: fc.constantFrom(500, 3_000, 10_000),
        depth: fc.bigInt(10n ** 5n, 10n ** 7n),
        percent: fc.bigInt(100n, 100n + BigInt(skewPercent)),
      }),
      { minLength: 4, maxLength: 24, size: 'max' },
    )
    .map((pools) =>
      pools.map(({ a, step, isHidden, feePpm, depth, percent }, n) => {
        const b = (a + step) % 8;
        const [x, y] = [depth * PER_DOLLAR[a]!, (depth * PER_DOLLAR[b]! * percent) / 100n];
        const name = `v${String(n).padStart(2, '0')}`;
        return { vault: aPool(name, `t${a}`, `t${b}`, { feePpm }), isHidden, reserves: holding(x, y) };
      }),
    );

/** A swap between two of the tokens, of up to twenty thousand dollars. */
export const hiddenSwap: fc.Arbitrary<QuoteRequest> = fc
  .record({ from: fc.nat(7), step: fc.integer({ min: 1, max: 7 }), dollars: fc.bigInt(1n, 20_000n) })
  .map(({ from, step, dollars }) =>
    requestOf(`t${from}`, `t${(from + step) % 8}`, dollars * PER_DOLLAR[from]!),
  );

/** A quoted exchange of these pools, with a record of what its vaults were asked. */
export class HiddenExchange {
  /** The hops of each request for live quotes. */
  readonly rounds: (readonly AskedHop[])[] = [];
  readonly observed: ExecutionEvent[] = [];
  /** What a vault quotes in place of the truth. */
  falsify: (hop: AskedHop, quote: HopQuote) => HopQuote | undefined = (_hop, quote) => quote;
  /** What happens between the vaults' answers and their arrival. */
  meanwhile: () => Promise<unknown> = async () => undefined;
  /** Vaults that cannot be read. */
  readonly silent = new Set<Vault['contractId']>();

  private readonly clock = fixedClock(READ_AT);
  private readonly reader: MarketReader;

  private pools: readonly HiddenPool[];

  constructor(pools: readonly HiddenPool[]) {
    this.pools = pools;
    const vaults = pools.map(({ vault, isHidden }) =>
      isHidden ? { ...vault, kind: 'bitflow-stableswap' as const } : vault,
    );
    const tokens = [...new Set(vaults.flatMap(({ tokenA, tokenB }) => [tokenA, tokenB]))];
    const registry = {
      ...A_REGISTRY,
      tokens: tokens.map((contractId) => ({ ...A_REGISTRY.tokens[1]!, contractId })),
      vaults,
    };
    this.reader = makeMarketReader({
      clock: this.clock,
      registry: { current: () => registry },
      liquidity: this.liquidity,
      chain: { tip: async () => ok({ height: 77, id: 'aa' }) } as Parameters<
        typeof makeMarketReader
      >[0]['chain'],
      executionObserver: { observe: (event) => void this.observed.push(event) },
    });
  }

  private readonly liquidity = {
    readReserves: async (vaults: readonly Vault[]) =>
      ok(
        new Map(
          vaults
            .filter(({ contractId }) => !this.silent.has(contractId))
            .map(({ contractId }) => [contractId, this.read(contractId)]),
        ),
      ),
    quoteHops: async (hops: readonly AskedHop[]) => {
      this.rounds.push(hops);
      const quotes = hops.map((hop) => this.falsify(hop, this.truth(hop)));
      await this.meanwhile();
      return ok(quotes);
    },
    readPoolFees: async () => ok(undefined),
  };

  /** Reads the vaults again, as a regular check does. */
  async check(): Promise<Market> {
    this.clock.advance(1);
    return unwrap(await this.reader.check());
  }

  /** Changes what a vault holds on the chain. */
  move(name: string, reserves: Reserves): void {
    this.pools = this.pools.map((pool) => (pool.vault.name === name ? { ...pool, reserves } : pool));
  }

  async market(): Promise<Market> {
    return unwrap(await this.reader.read(5_000));
  }

  async quote(request: QuoteRequest) {
    const { reader, liquidity, clock } = this;
    return quoteLive(request, await this.market(), { reader, liquidity, clock });
  }

  async quoteLeast(request: LeastRequest) {
    const { reader, liquidity, clock } = this;
    return quoteLeast(request, await this.market(), { reader, liquidity, clock });
  }

  /** What the vault really gives. */
  truth({ vault, opcode, amountIn }: AskedHop): HopQuote {
    const { vault: pool, reserves } = this.pools.find(
      ({ vault: { contractId } }) => contractId === vault.contractId,
    )!;
    return quoteHop(pool as RoutableVault, reserves, opcode, amountIn);
  }

  private read(contractId: Vault['contractId']): Reserves {
    const { vault, isHidden, reserves } = this.pools.find((pool) => pool.vault.contractId === contractId)!;
    if (!isHidden) return reserves;
    const probe = (opcode: 0 | 1, held: bigint): readonly Probe[] => {
      const amountIn = toUnits(probeInputs(held)[0]!);
      const { dy } = quoteHop(vault as RoutableVault, reserves, opcode, amountIn);
      return dy === 0n ? [] : [{ amountIn, amountOut: toUnits(dy) }];
    };
    return { ...reserves, probes: { aToB: probe(0, reserves.reserveA), bToA: probe(1, reserves.reserveB) } };
  }
}

export const requestOf = (from: string, to: string, amountIn: bigint): QuoteRequest => ({
  tokenIn: token(from),
  tokenOut: token(to),
  amountIn: toUnits(amountIn),
});
