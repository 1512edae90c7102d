import { describe, expect, it } from '@jest/globals';
import { builtInRegistry } from '../../../src/adapters/stacks/registry/registries/built-in.js';
import { mainnetRegistry } from '../../../src/adapters/stacks/registry/registries/mainnet.js';
import { discoverPrices } from '../../../src/domain/price-series/discovery.js';
import { Router } from '../../../src/domain/router/best-route.js';
import type { Registry } from '../../../src/domain/market/registry.js';
import { isMarket, isRoutable } from '../../../src/domain/vault/kinds.js';
import type { Reserves } from '../../../src/domain/vault/vault.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { toUnits } from '../../../src/domain/shared/units.js';

const registry = builtInRegistry('mainnet');
const { tokens, vaults, routers, sbtc } = registry;
const DEPLOYER = 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS';
const BTC_USD = 100_000;
const READ_AT = new Date(0);

/** Every pool holds a million dollars on each side, at a dollar for each token but the one called sBTC. */
function madeUpReserves({ vaults: pools }: Pick<Registry, 'vaults'>): ReadonlyMap<ContractId, Reserves> {
  const units = (id: ContractId) => {
    const { decimals } = tokens.find(({ contractId }) => contractId === id)!;
    return toUnits((1_000_000n * 10n ** BigInt(decimals)) / (id === sbtc ? BigInt(BTC_USD) : 1n));
  };
  /** What a vault that only its contract can quote gives for a hundredth of its funds. */
  const probe = (from: ContractId, to: ContractId) => ({
    amountIn: toUnits(units(from) / 100n),
    amountOut: toUnits(units(to) / 100n),
  });
  return new Map(
    pools.map(({ contractId, tokenA, tokenB }) => [
      contractId,
      {
        reserveA: units(tokenA),
        reserveB: units(tokenB),
        supply: toUnits(1n),
        readAt: READ_AT,
        probes: { aToB: [probe(tokenA, tokenB)], bToA: [probe(tokenB, tokenA)] },
      },
    ]),
  );
}

function prices(market: Registry) {
  const reserves = madeUpReserves(market);
  const router = new Router(market.vaults);
  for (const [vault, held] of reserves) router.update(vault, held);
  return discoverPrices({ registry: market, router, reserves, btcUsd: BTC_USD }).prices;
}

/** The tokens that routable vaults connect to sBTC. */
function reached({ vaults: all }: Registry): ReadonlySet<ContractId> {
  const found = new Set<ContractId>([sbtc]);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const { tokenA, tokenB } of all.filter(isRoutable)) {
      if (found.has(tokenA)) found.add(tokenB);
      if (found.has(tokenB)) found.add(tokenA);
    }
  }
  return found;
}

/** The registry once the fees that it leaves out were read. */
const withFees: Registry = {
  ...registry,
  vaults: vaults.map((vault) => (isMarket(vault) ? { feePpm: 3_000, ...vault } : vault)),
};

describe('the built-in mainnet registry', () => {
  it('lists every router, subnet, sublink, pool and wrapper that public sources describe', () => {
    const count = (kind: string) => vaults.filter((vault) => vault.kind === kind).length;
    expect({
      subnets: tokens.filter(({ type }) => type === 'SUBNET').length,
      tokens: tokens.filter(({ type }) => type === undefined).length,
      pools: count('pool'),
      sublinks: count('sublink'),
      externals: count('external'),
    }).toEqual({ subnets: 32, tokens: 28, pools: 16, sublinks: 21, externals: 0 });
  });

  it('says which signature domains each router knows, the default router first', () => {
    expect(routers).toEqual([
      { id: `${DEPLOYER}.x-multihop-v2`, payout: 'signer', blaze: ['v1', 'v2'] },
      { id: `${DEPLOYER}.x-multihop-v1`, payout: 'signer', blaze: ['v1'] },
      { id: `${DEPLOYER}.x-multihop-rc9`, payout: 'any', blaze: ['v1', 'v2'], legacyDefault: true },
    ]);
  });

  it('notes the source of every router, token and vault', () => {
    const { routers, tokens, vaults } = mainnetRegistry as Record<string, { source?: string }[]>;
    for (const entry of [...routers!, ...tokens!, ...vaults!]) expect(entry.source).toMatch(/\w{3}/);
  });

  it('holds the published fees of the exchange’s own pools', () => {
    const fees = vaults
      .filter(({ kind }) => kind === 'pool')
      .map(({ contractId, feePpm }) => [contractId.slice(contractId.indexOf('.') + 1), feePpm]);
    expect(Object.fromEntries(fees)).toEqual({
      'satoshis-private-key': 100,
      'charismatic-flow': 15_000,
      'welsh-community-lp': 20_000,
      'charismatic-corgi-liquidity': 50_000,
      'welsh-susdh-amm-lp-v1': 10_000,
      'age-of-empires': 10_000,
      'sexy-pepe': 6_900,
      'world-peace-sbtc-v1': 10_000,
      'president-pepe-lp': 20_000,
      'anonymous-welsh-cvlt': 25_000,
      'upgraded-shark': 50_000,
      'stx-hoot-lp-token': 20_000,
      'dungeon-master-liquidity': 50_000,
      'dexterity-pool-v1': 50_000,
      stxshark: 50_000,
      'pepe-faktory-pool': 10_000,
    });
  });

  it('names what holds the funds of every wrapper, and which moves its swaps make besides', () => {
    const wrappers = vaults.filter(
      ({ kind, protocol }) => !['pool', 'sublink'].includes(kind) && protocol !== 'CHARISMA',
    );
    for (const { externalPoolId } of wrappers) expect(externalPoolId).toMatch(/^S[MP]/);
    const facts = wrappers.map(({ protocol, tokenA, forwardsInputFee = false, stxWrapper }) => [
      (protocol === 'VELAR') === forwardsInputFee,
      (protocol === 'ARKADIKO' && tokenA === '.stx') === (stxWrapper !== undefined),
    ]);
    expect(facts.flat()).not.toContain(false);
  });

  it('prices every token that a routable vault reaches, 54 of 60, when reserves and probes are made up', () => {
    const priced = prices(registry);
    const expected = reached(registry);
    const copies = tokens.filter(({ base, contractId }) => expected.has(base ?? contractId));
    expect([...priced.keys()].sort()).toEqual(copies.map(({ contractId }) => contractId).sort());
    expect(priced.size).toBe(54);
    const known = copies.filter(({ contractId }) => contractId !== sbtc);
    for (const { contractId, base } of known) {
      const worth = base === sbtc ? BTC_USD : 1;
      expect(Math.abs(Math.log(priced.get(contractId)!.usd / worth))).toBeLessThan(0.1);
    }
  });

  it('routes over two more wrappers once their missing fees are read', () => {
    expect(vaults.filter(isRoutable)).toHaveLength(65);
    expect(withFees.vaults.filter(isRoutable)).toHaveLength(67);
    expect(prices(withFees).size).toBe(54);
  });
});
