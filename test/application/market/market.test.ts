import { describe, expect, it } from '@jest/globals';
import { createCore } from '../../../src/application/core.js';
import type { FollowedBlocks } from '../../../src/application/market/follow-blocks.js';
import { makeMarketReader } from '../../../src/application/market/market.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { ok, unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import {
  A_REGISTRY,
  coreHarness,
  DOLLAR,
  POOL,
  reserves,
  SBTC,
  SBTC_POOL,
  SIDE_POOL,
  SUBLINK,
  WELSH,
  WELSH_SUBNET,
} from '../../support/core-harness.js';

const OF_ANOTHER_NETWORK = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.welsh';

function reader() {
  const harness = coreHarness();
  const market = makeMarketReader(harness.ports);
  const outOf = async (maxAgeMs: number) => {
    const { router } = unwrap(await market.read(maxAgeMs));
    return router.bestRoute(WELSH, DOLLAR, 1_000_000n)?.amountOut;
  };
  return { ...harness, market, outOf };
}

const HALF = reserves(1_000_000_000_000n, 500_000_000_000n);

describe('makeMarketReader', () => {
  it('reads the reserves of every vault', async () => {
    const { market, liquidity, outOf } = reader();
    expect(unwrap(await market.read(0))).toMatchObject({ registry: A_REGISTRY });
    expect(liquidity.readings).toEqual([[SUBLINK, POOL, SIDE_POOL, SBTC_POOL]]);
    expect(await outOf(0)).toBe(996_999n);
  });

  it('shares one read among concurrent callers', async () => {
    const { market, liquidity, clock } = reader();
    let open: () => void = () => {};
    liquidity.gate = new Promise((resolve) => (open = resolve));
    const first = market.read(1000);
    clock.advance(999);
    const others = Array.from({ length: 10 }, () => market.read(1000));
    open();
    const [one, ...rest] = await Promise.all([first, ...others]);
    expect(rest.every((read) => unwrap(read).router === unwrap(one).router)).toBe(true);
    expect(liquidity.readings).toHaveLength(1);
  });

  it('reads again when the clock was set back since', async () => {
    const { liquidity, clock, outOf } = reader();
    await outOf(5000);
    clock.advance(-1);
    await outOf(5000);
    expect(liquidity.readings).toHaveLength(2);
  });

  it('reuses a read until it is older than the caller allows', async () => {
    const { liquidity, clock, outOf } = reader();
    expect(await outOf(5000)).toBe(996_999n);
    liquidity.held.set(POOL, HALF);
    liquidity.held.set(SIDE_POOL, HALF);
    clock.advance(5000);
    expect(await outOf(5000)).toBe(996_999n);
    expect(await outOf(4999)).toBe(498_499n);
    clock.advance(1);
    expect(await outOf(5000)).toBe(498_499n);
    expect(liquidity.readings).toHaveLength(2);
  });

  it('keeps its router between reads', async () => {
    const { market, clock, liquidity } = reader();
    const { router } = unwrap(await market.read(0));
    clock.advance(1);
    expect(unwrap(await market.read(0)).router).toBe(router);
    liquidity.unreachable = true;
    clock.advance(1);
    expect((await market.read(0)).ok).toBe(false);
    liquidity.unreachable = false;
    expect(unwrap(await market.read(0)).router).toBe(router);
  });

  it('does not share a failed read with the next caller', async () => {
    const { market, liquidity } = reader();
    liquidity.unreachable = true;
    const together = await Promise.all([market.read(5000), market.read(5000)]);
    expect(together.map(({ ok }) => ok)).toEqual([false, false]);
    expect(liquidity.readings).toHaveLength(1);
    liquidity.unreachable = false;
    expect((await market.read(5000)).ok).toBe(true);
  });

  it('does not share a thrown error with the next caller', async () => {
    const { market, liquidity } = reader();
    liquidity.gate = Promise.reject(new Error('broken'));
    await expect(market.read(5000)).rejects.toThrow('broken');
    liquidity.gate = Promise.resolve();
    expect((await market.read(5000)).ok).toBe(true);
  });

  it('starts over when the registry changes, also during a read', async () => {
    const { market, liquidity, setRegistry } = reader();
    let open: () => void = () => {};
    liquidity.gate = new Promise((resolve) => (open = resolve));
    const before = market.read(60_000);
    const smaller = { ...A_REGISTRY, vaults: A_REGISTRY.vaults.slice(0, 2) };
    setRegistry(smaller);
    const after = market.read(60_000);
    open();
    const [old, current] = [unwrap(await before), unwrap(await after)];
    expect([old.registry, current.registry]).toEqual([A_REGISTRY, smaller]);
    expect(current.router).not.toBe(old.router);
    expect(current.router.knows(SBTC)).toBe(false);
    expect(liquidity.readings[1]).toEqual([SUBLINK, POOL]);
  });

  it('keeps the reserves that it has read when only fees of the registry change', async () => {
    const harness = coreHarness();
    const read: ContractId[] = [];
    const blocks: FollowedBlocks = {
      newest: async () => ok({ height: 1, id: '1' }),
      touched: async (_after, until) => ok({ contracts: new Set<ContractId>(), until: until.height }),
      reservesAt: async ({ contractId }) => (read.push(contractId), ok(HALF)),
    };
    const market = makeMarketReader({ ...harness.ports, blocks });
    const before = unwrap(await market.read(0));
    const reads = read.length;
    const vaults = A_REGISTRY.vaults.map((vault) =>
      vault.contractId === POOL ? { ...vault, feePpm: 1 } : vault,
    );
    harness.setRegistry({ ...A_REGISTRY, vaults });
    const after = unwrap(await market.read(0));
    expect([reads > 0, read.length]).toEqual([true, reads]);
    const out = ({ router }: typeof before) => router.bestRoute(WELSH, DOLLAR, 1_000_000n)!.amountOut;
    expect(out(after)).toBeGreaterThan(out(before));
    harness.setRegistry({ ...A_REGISTRY, vaults: vaults.slice(0, 2) });
    await market.read(0);
    expect(read.length).toBeGreaterThan(reads);
  });

  it('treats a pool without a response as empty until it responds', async () => {
    const { market, liquidity, outOf } = reader();
    expect(await outOf(-1)).toBe(996_999n);
    liquidity.silent.add(POOL).add(SUBLINK);
    expect(await outOf(-1)).toBe(996_006n);
    const { router } = unwrap(await market.read(-1));
    expect(router.bestRoute(WELSH, WELSH_SUBNET, 5n)?.amountOut).toBe(5n);
    liquidity.silent.clear();
    expect(await outOf(-1)).toBe(996_999n);
  });

  it('re-reads single vaults', async () => {
    const { market, liquidity } = reader();
    const read = unwrap(await market.read(0));
    liquidity.held.set(POOL, HALF);
    const pool = A_REGISTRY.vaults.filter(({ contractId }) => contractId === POOL);
    const refreshed = unwrap(await market.refresh(read, pool));
    expect(liquidity.readings.at(-1)).toEqual([POOL]);
    expect(refreshed.router.bestRoute(WELSH, DOLLAR, 1_000_000n)?.hops[0]?.vault.contractId).toBe(SIDE_POOL);
  });
});

describe('core.quotes.quote', () => {
  const amountIn = toUnits(1_000_000n);

  it('describes the tokens of the path by the registry', async () => {
    const { core } = coreHarness();
    const quote = unwrap(await core.quotes.quote({ tokenIn: WELSH_SUBNET, tokenOut: SBTC, amountIn }));
    expect(quote.path.map(({ contractId }) => contractId)).toEqual([WELSH_SUBNET, WELSH, DOLLAR, SBTC]);
    expect(quote.path[3]).toMatchObject({ symbol: 'SBTC', decimals: 8 });
    expect(quote.route.hops.map(({ opcode }) => opcode)).toEqual([6, 0, 0]);
  });

  it.each([
    ['nonsense', DOLLAR, { parameter: 'tokenIn', token: 'nonsense', meant: [] }],
    ['Dollar', WELSH, { parameter: 'tokenIn', token: 'Dollar', meant: [DOLLAR] }],
    [WELSH, '.stx', { parameter: 'tokenOut', token: '.stx', meant: [] }],
    [OF_ANOTHER_NETWORK, DOLLAR, { parameter: 'tokenIn', token: OF_ANOTHER_NETWORK, meant: [] }],
  ])('fails as unknown-token from %s to %s, naming the token', async (tokenIn, tokenOut, side) => {
    const { core } = coreHarness();
    expect(await core.quotes.quote({ tokenIn, tokenOut, amountIn })).toEqual({
      ok: false,
      error: { kind: 'no-route', reason: 'unknown-token', unknown: [side] },
    });
  });

  it('fails as same-token from a token to itself', async () => {
    const quoted = await coreHarness().core.quotes.quote({ tokenIn: WELSH, tokenOut: WELSH, amountIn });
    expect(quoted).toEqual({ ok: false, error: { kind: 'no-route', reason: 'same-token' } });
  });

  it('fails as chain-unreachable when the chain is unreachable', async () => {
    const { core, liquidity } = coreHarness();
    liquidity.unreachable = true;
    expect(await core.quotes.quote({ tokenIn: WELSH, tokenOut: DOLLAR, amountIn })).toMatchObject({
      error: { kind: 'chain-unreachable' },
    });
  });

  it('reads the chain once for quotes within the allowed age', async () => {
    const { core, liquidity, clock } = coreHarness({ settings: { reservesMaxAgeMs: 100 } });
    const quote = () => core.quotes.quote({ tokenIn: WELSH, tokenOut: DOLLAR, amountIn });
    await quote();
    clock.advance(100);
    await quote();
    expect(liquidity.readings).toHaveLength(1);
    clock.advance(1);
    await quote();
    expect(liquidity.readings).toHaveLength(2);
  });
});

describe('createCore', () => {
  it('throws for a slippage out of range', () => {
    const { ports } = coreHarness();
    expect(() => createCore(ports, { slippage: 0.51 })).toThrow();
    expect(() => createCore(ports, { slippage: 0.5 })).not.toThrow();
  });
});
