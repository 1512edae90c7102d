import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  discoverPrices,
  makeRoundTrips,
  type Discovery,
} from '../../../src/domain/price-series/discovery.js';
import type { Price } from '../../../src/domain/price-series/price.js';
import type { UnpricedReason } from '../../../src/domain/price-series/unpriced.js';
import { Router, type Route } from '../../../src/domain/router/best-route.js';
import type { Token } from '../../../src/domain/market/registry.js';
import { quoteHop } from '../../../src/domain/vault/kinds.js';
import type { Reserves, Vault } from '../../../src/domain/vault/vault.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { exhaustiveSearch } from '../../support/exhaustive-search.js';
import { marketArbitrary } from '../../support/market-arbitrary.js';
import { anExternal, aPool, aSublink, holding, token } from '../router/builders.js';
import { runs } from '../../support/properties.js';

const SBTC = token('sbtc');

const aToken = (name: string, decimals: number, changes: Partial<Token> = {}): Token => ({
  contractId: token(name),
  symbol: name.toUpperCase(),
  name,
  decimals,
  identifier: name,
  ...changes,
});
const aSubnet = (base: string, decimals: number): Token =>
  aToken(`${base}-subnet`, decimals, { type: 'SUBNET', base: token(base) });

interface MarketOf {
  readonly tokens: readonly Token[];
  readonly vaults: readonly (readonly [Vault, Reserves?])[];
  readonly sbtc?: ContractId;
  readonly btcUsd?: number;
}

function discoverAll({ tokens, vaults, sbtc = SBTC, btcUsd = 100_000 }: MarketOf): Discovery {
  const held = vaults.flatMap(([{ contractId }, reserves]) =>
    reserves === undefined ? [] : [[contractId, reserves] as const],
  );
  const router = new Router(vaults.map(([vault]) => vault));
  for (const [id, reserves] of held) router.update(id, reserves);
  const registry = { tokens, sbtc, vaults: vaults.map(([vault]) => vault) };
  return discoverPrices({ registry, router, reserves: new Map(held), btcUsd });
}

const discover = (market: MarketOf): ReadonlyMap<ContractId, Price> => discoverAll(market).prices;

const sbtc = aToken('sbtc', 8);
const usdc = aToken('usdc', 6);
/** A bitcoin for 100,000 dollars, 10 bitcoins deep. */
const usdcPool = [
  aPool('usdc-pool', 'sbtc', 'usdc'),
  holding(10n * 10n ** 8n, 1_000_000n * 10n ** 6n),
] as const;

describe('discoverPrices', () => {
  it('prices a token at the geometric mean of buying it for a dollar and selling it straight back', () => {
    const price = discover({ tokens: [sbtc, usdc], vaults: [usdcPool] }).get(usdc.contractId)!;
    // 1000 sats: 997 · 10^12 / (10^9 + 997) = 996,999.006 units; back: 994,008 · 10^9 / (10^12 + 994,008) = 994.007…
    expect(price.sbtc).toBeCloseTo(Math.sqrt(1000 * 994) / 1e8 / 0.996999, 18);
    expect(price.usd).toBe(price.sbtc * 100_000);
    expect(price.roundTripLoss).toBeCloseTo(0.6, 12);
    expect(price.liquidityUsd).toBe(1_000_000 * price.usd);
  });

  it('prices sBTC at exactly 1 sBTC and the bitcoin price, with or without pools', () => {
    expect(discover({ tokens: [sbtc], vaults: [], btcUsd: 98_765.43 }).get(SBTC)).toEqual({
      usd: 98_765.43,
      sbtc: 1,
      roundTripLoss: 0,
      liquidityUsd: 0,
    });
    const { liquidityUsd } = discover({ tokens: [sbtc, usdc], vaults: [usdcPool] }).get(SBTC)!;
    expect(liquidityUsd).toBe(1_000_000);
  });

  it("gives a subnet copy its base's price and the liquidity of its own pools", () => {
    const prices = discover({
      tokens: [aSubnet('usdc', 6), sbtc, usdc, aSubnet('sbtc', 8), aSubnet('gone', 6)],
      vaults: [
        usdcPool,
        [aSublink('usdc-link', 'usdc', 'usdc-subnet'), holding(10n ** 18n, 10n ** 18n)],
        [aPool('copy-pool', 'sbtc', 'usdc-subnet'), holding(100_000_000n, 50_000n * 10n ** 6n)],
      ],
    });
    const base = prices.get(usdc.contractId)!;
    const copy = prices.get(token('usdc-subnet'))!;
    expect(copy).toEqual({ ...base, liquidityUsd: 50_000 * base.usd });
    expect(base.liquidityUsd).toBe(1_000_000 * base.usd);
    expect(prices.get(token('sbtc-subnet'))).toMatchObject({ sbtc: 1, usd: 100_000, liquidityUsd: 0 });
    expect(prices.has(token('gone-subnet'))).toBe(false);
  });

  it('counts as liquidity every pool that it could route through, and no other vault', () => {
    const { liquidityUsd, usd } = discover({
      tokens: [sbtc, usdc],
      vaults: [
        usdcPool,
        [aPool('second', 'usdc', 'other'), holding(500n * 10n ** 6n, 7n)],
        [anExternal('wrapper', 'usdc', 'sbtc'), holding(10n ** 15n, 10n ** 9n)],
        [aPool('twins', 'usdc', 'usdc'), holding(10n ** 15n, 10n ** 15n)],
        [aPool('unread', 'usdc', 'sbtc')],
      ],
    }).get(usdc.contractId)!;
    expect(liquidityUsd).toBe(1_000_500 * usd);
  });

  it.each([
    [700, 1_000],
    [5_000, 10_000],
    [50_000, 100_000],
    [500_000, 1_000_000],
  ])('buys a token whose unit costs %s sats with a probe of %s sats', (cost, probe) => {
    const whole = aToken('whole', 0);
    const pool = aPool('whole-pool', 'sbtc', 'whole', { feePpm: 0 });
    const reserves = holding(BigInt(cost) * 10n ** 9n, 10n ** 9n);
    const price = discover({ tokens: [sbtc, whole], vaults: [[pool, reserves]] }).get(whole.contractId)!;
    // The pool rounds what it gives back down to a sat less.
    expect(price.sbtc).toBeCloseTo(Math.sqrt(probe * (cost - 1)) / 1e8, 15);
    expect(price.roundTripLoss).toBeCloseTo(100 - (100 * (cost - 1)) / probe, 10);
  });

  it('omits tokens that $1000 cannot buy, that sell for nothing, or that have no route', () => {
    const tokens = [sbtc, aToken('dear', 0), aToken('trap', 6), aToken('alone', 6), aToken('unlisted', 6)];
    const prices = discover({
      tokens,
      vaults: [
        [aPool('dear-pool', 'sbtc', 'dear'), holding(10n ** 12n, 1_000n)],
        // It can be bought, but the fee of the way back takes everything.
        [aPool('trap-pool', 'sbtc', 'trap'), holding(1n, 10n ** 12n)],
        [aPool('alone-pool', 'alone', 'other'), holding(10n ** 9n, 10n ** 9n)],
      ],
    });
    expect([...prices.keys()]).toEqual([SBTC]);
  });

  it("ignores a route that overflows the contracts' 128-bit numbers", () => {
    const huge = aToken('huge', 0);
    const pool = aPool('huge-pool', 'sbtc', 'huge');
    expect(discover({ tokens: [sbtc, huge], vaults: [[pool, holding(10n ** 9n, 10n ** 35n)]] }).size).toBe(2);
    expect(discover({ tokens: [sbtc, huge], vaults: [[pool, holding(10n ** 9n, 10n ** 36n)]] }).size).toBe(1);
  });
});

describe('the reason for which a token has no price', () => {
  const lost = aToken('lost', 6);
  const deep = holding(10n ** 12n, 10n ** 12n);
  const chain = (hops: number): MarketOf['vaults'] =>
    Array.from({ length: hops }, (_, i) => {
      const [from, to] = [i === 0 ? 'sbtc' : `t${i}`, i === hops - 1 ? 'lost' : `t${i + 1}`];
      return [aPool(`p${i}`, from, to), deep] as const;
    });

  it.each<[string, UnpricedReason | undefined, MarketOf['vaults']]>([
    ['no vault holds it', 'no-vault', [usdcPool]],
    [
      'only a vault of a kind that is not routed holds it',
      'vaults-not-routed',
      [usdcPool, [anExternal('wrapper', 'usdc', 'lost'), deep]],
    ],
    [
      'only a vault of two equal tokens holds it',
      'vaults-not-routed',
      [[aPool('twins', 'lost', 'lost'), deep]],
    ],
    ['its pool leads nowhere', 'no-route', [usdcPool, [aPool('island', 'lost', 'other'), deep]]],
    ['sBTC is five hops away', 'no-route', chain(5)],
    ['its pool does not respond', 'vaults-silent', [[aPool('pool', 'sbtc', 'lost')]]],
    [
      'a pool on the way does not respond',
      'vaults-silent',
      [[aPool('near', 'sbtc', 'usdc')], [aPool('far', 'usdc', 'lost'), deep]],
    ],
    [
      'one pool does not respond, and 1,000 dollars buy no unit in the other',
      'vaults-silent',
      [[aPool('silent', 'sbtc', 'lost')], [aPool('dry', 'sbtc', 'lost'), holding(10n ** 12n, 1_000n)]],
    ],
    [
      'only its contract quotes the vault, and it gave no quote',
      'vaults-silent',
      [[{ ...aPool('silent', 'sbtc', 'lost'), kind: 'alex' as const }]],
    ],
    ['its pool is empty', 'insufficient-liquidity', [[aPool('empty', 'sbtc', 'lost'), holding(0n, 0n)]]],
    [
      'the amounts exceed the contracts’ numbers',
      'insufficient-liquidity',
      [[aPool('huge', 'sbtc', 'lost'), holding(10n ** 9n, 10n ** 36n)]],
    ],
    [
      'the fee of the way back takes everything',
      'unsellable',
      [[aPool('trap', 'sbtc', 'lost'), holding(1n, 10n ** 12n)]],
    ],
    ['sBTC is four hops away: it has a price', undefined, chain(4)],
    [
      'one pool does not respond, but another does: it has a price',
      undefined,
      [[aPool('silent', 'sbtc', 'lost')], [aPool('deep', 'sbtc', 'lost'), deep]],
    ],
  ])('is known if %s', (_, reason, vaults) => {
    const copy = aSubnet('lost', 6);
    const { prices, unpriced } = discoverAll({ tokens: [sbtc, lost, copy], vaults });
    expect(unpriced.get(lost.contractId)).toBe(reason);
    expect(prices.has(lost.contractId)).toBe(reason === undefined);
    // A copy has its base's price, or no price for its base's reason.
    expect(unpriced.get(copy.contractId)).toBe(reason);
    expect(unpriced.has(SBTC)).toBe(false);
  });
});

describe('discoverPrices in an arbitrage-free market', () => {
  const MOST_FEE = 10_000;
  const tokenArbitrary = fc.record({
    decimals: fc.integer({ min: 0, max: 18 }),
    exponent: fc.double({ min: -6, max: 3, noNaN: true }),
  });
  const poolArbitrary = fc.record({
    a: fc.nat(),
    step: fc.nat(),
    feePpm: fc.integer({ min: 0, max: MOST_FEE }),
    depth: fc.integer({ min: 10_000_000, max: 1_000_000_000 }),
  });

  it('finds the true price of each token to within the pool fees', () => {
    const market = fc.record({
      assets: fc.array(tokenArbitrary, { minLength: 1, maxLength: 9 }),
      pools: fc.array(poolArbitrary, { minLength: 1, maxLength: 20, size: 'max' }),
      btcUsd: fc.double({ min: 10_000, max: 500_000, noNaN: true }),
    });
    let priced = 0;
    fc.assert(
      fc.property(market, ({ assets, pools, btcUsd }) => {
        // A unit of a token without decimals costs at most a dollar here, so that whole units do not blur its price.
        const usdOf = assets.map(({ exponent, decimals }) => 10 ** Math.min(exponent, decimals - 3));
        const tokens = [sbtc, ...assets.map(({ decimals }, i) => aToken(`t${i}`, decimals))];
        const unitUsd = [btcUsd / 1e8, ...assets.map(({ decimals }, i) => usdOf[i]! / 10 ** decimals)];
        const vaults = pools.map(({ a, step, feePpm, depth }, i) => {
          const first = a % tokens.length;
          const second = (first + 1 + (step % (tokens.length - 1))) % tokens.length;
          const units = (at: number) => BigInt(Math.round(depth / unitUsd[at]!));
          const pool = aPool(`p${i}`, tokens[first]!.name, tokens[second]!.name, { feePpm });
          return [pool, holding(units(first), units(second))] as const;
        });
        const prices = discover({ tokens, vaults, btcUsd });
        const within = (1 - MOST_FEE / 1e6) ** -4;
        assets.forEach((_, i) => {
          const price = prices.get(token(`t${i}`));
          if (price === undefined) return;
          priced++;
          const ratio = price.usd / usdOf[i]!;
          expect(ratio).toBeGreaterThan(1 / within / 1.005);
          expect(ratio).toBeLessThan(within * 1.005);
        });
      }),
      { numRuns: runs(300) },
    );
    expect(priced).toBeGreaterThan(runs(500));
  });
});

describe('makeRoundTrips', () => {
  const BTC_USD = 64_321;
  const follow = ({ hops, amountIn }: Route) =>
    hops.reduce(
      (amount, { vault, reserves, opcode }) => quoteHop(vault, reserves, opcode, amount).dy,
      amountIn as bigint,
    );

  it('returns routes that the vaults reproduce hop by hop and that no other route beats', () => {
    fc.assert(
      fc.property(marketArbitrary({ queries: 1 }), ({ vaults, reserves, queries }) => {
        const source = queries[0]!.tokenIn;
        const router = new Router(vaults);
        for (const [id, held] of reserves) router.update(id, held);
        const exhaustive = exhaustiveSearch(vaults, reserves);
        const ids = [...new Set(vaults.flatMap(({ tokenA, tokenB }) => [tokenA, tokenB]))];
        const tokens = ids.map((contractId, i) => ({ ...aToken(`x${i}`, i), contractId }));
        const registry = { tokens, vaults, sbtc: source };
        const { prices, unpriced } = discoverPrices({ registry, router, reserves, btcUsd: BTC_USD });
        expect(new Set([...prices.keys(), ...unpriced.keys()])).toEqual(new Set(ids));
        expect(prices.size + unpriced.size).toBe(ids.length);
        const { trips, unsold } = makeRoundTrips(router, source, ids, BTC_USD);
        expect([...unsold].filter((id) => trips.has(id))).toEqual([]);
        for (const [id, { buy, sell }] of trips) {
          expect(follow(buy)).toBe(buy.amountOut);
          expect(sell.amountIn).toBe(buy.amountOut);
          expect(follow(sell)).toBe(sell.amountOut);
          expect(buy.amountOut).toBe(exhaustive(source, id, buy.amountIn)?.amountOut);
          expect(sell.amountOut).toBe(exhaustive(id, source, sell.amountIn)?.amountOut);
          const [sats, units, back] = [buy.amountIn, buy.amountOut, sell.amountOut].map(Number);
          const { decimals } = tokens.find(({ contractId }) => contractId === id)!;
          const { sbtc: price, roundTripLoss } = prices.get(id)!;
          expect(roundTripLoss).toBe((100 * Number(buy.amountIn - sell.amountOut)) / sats!);
          expect(price / (((Math.sqrt(sats! * back!) / units!) * 10 ** decimals) / 1e8)).toBeCloseTo(1, 12);
        }
      }),
      { numRuns: runs(300), endOnFailure: true },
    );
  });
});
