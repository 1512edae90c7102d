import { describe, expect, it } from '@jest/globals';
import { err } from '../../../src/domain/shared/result.js';
import type { PriceStore } from '../../../src/ports/index.js';
import { T0 } from '../../support/builders.js';
import { LATER } from '../../support/price-runs.js';
import {
  aMarket,
  aSource,
  DOLLAR,
  HOUR,
  MINUTE,
  SBTC,
  WELSH,
  WELSH_POOL,
  WELSH_SUBNET,
  type Market,
} from './a-market.js';

const later = (ms: number) => new Date(T0.getTime() + ms);

const stored = async ({ store }: Market) => {
  const { run, prices } = await store.latest(LATER);
  return { run, usd: Object.fromEntries(prices.map(({ token, usd }) => [token, usd])) };
};

describe('makeRecordPrices', () => {
  it('stores the price of every token as the run of the newest grid point', async () => {
    const market = aMarket();
    market.clock.advance(4 * MINUTE + 59_999);
    expect(await market.prices.record()).toEqual({
      ok: true,
      value: {
        kind: 'recorded',
        at: T0,
        tokens: 4,
        unpriced: new Map(),
        btcUsd: 100_000,
        dropped: [],
        failed: [],
        atOneBlock: true,
      },
    });
    const { run, usd } = await stored(market);
    expect(run).toEqual({ at: T0, btcUsd: 100_000, unpriced: new Map() });
    expect(usd[SBTC]).toBe(100_000);
    expect(usd[DOLLAR]).toBeCloseTo(1, 4);
    expect(usd[WELSH]).toBeCloseTo(0.1, 4);
    expect(usd[WELSH_SUBNET]).toBe(usd[WELSH]);
  });

  it('stores nothing for a grid point that is already stored', async () => {
    const market = aMarket();
    await market.prices.record();
    market.clock.advance(MINUTE);
    expect(await market.another().record()).toEqual({
      ok: true,
      value: { kind: 'already-recorded', at: T0 },
    });
    expect([market.sources[0]!.reads, market.chain.readings]).toEqual([1, 1]);
  });

  it('stores nothing and reads no price while the clock contradicts the chain', async () => {
    const doubtful = err({ kind: 'clock-doubtful' as const, aheadMs: 2 * HOUR });
    const market = aMarket(undefined, { checkClock: async () => doubtful });
    expect(await market.prices.record()).toEqual(doubtful);
    expect((await stored(market)).run).toBeUndefined();
    expect(market.sources[0]!.reads).toBe(0);
  });

  it('stores one run when two processes record at once', async () => {
    const market = aMarket();
    const outcomes = await Promise.all([market.prices.record(), market.another().record()]);
    expect(outcomes.map((outcome) => outcome.ok && outcome.value.kind).sort()).toEqual([
      'already-recorded',
      'recorded',
    ]);
    expect(await market.store.points(SBTC, 0, T0.getTime())).toHaveLength(1);
  });

  it('records only the newest grid point after a pause of hours', async () => {
    const market = aMarket();
    await market.prices.record();
    market.clock.advance(3 * HOUR + MINUTE);
    expect(await market.prices.record()).toMatchObject({ ok: true, value: { at: later(3 * HOUR) } });
    expect((await market.store.points(SBTC, 0, 1e10)).map(({ time }) => time * 1000)).toEqual([
      T0.getTime(),
      T0.getTime() + 3 * HOUR,
    ]);
  });
});

describe('the bitcoin price of a run', () => {
  it('is the median of the agreeing sources, with the others named', async () => {
    const sources = [aSource('a', 100_000), aSource('b', 101_000), aSource('far', 120_000), aSource('mute')];
    sources[3]!.usd = undefined;
    const market = aMarket(sources);
    expect(await market.prices.record()).toMatchObject({
      ok: true,
      value: { btcUsd: 100_500, dropped: ['far'], failed: [{ name: 'mute', reason: 'mute: status 500' }] },
    });
  });

  it('is missing when no source responds, and nothing is read or stored', async () => {
    const market = aMarket();
    market.sources.forEach((source) => (source.usd = undefined));
    expect(await market.prices.record()).toEqual({
      ok: false,
      error: {
        kind: 'no-btc-price',
        reason: 'no-answer',
        dropped: [],
        failed: [
          { name: 'first', reason: 'first: status 500' },
          { name: 'second', reason: 'second: status 500' },
        ],
      },
    });
    expect(market.chain.readings).toBe(0);
    expect(await stored(market)).toEqual({ run: undefined, usd: {} });
  });

  it('is missing when no source is configured', async () => {
    expect(await aMarket([]).prices.record()).toMatchObject({ ok: false, error: { reason: 'no-answer' } });
  });

  it('is not taken from a single source that jumped until the last run is over an hour old', async () => {
    const market = aMarket([aSource('only')]);
    await market.prices.record();
    market.sources[0]!.usd = 120_000;
    market.clock.advance(HOUR);
    expect(await market.prices.record()).toMatchObject({ ok: false, error: { reason: 'unconfirmed-jump' } });
    market.clock.advance(5 * MINUTE);
    expect(await market.prices.record()).toMatchObject({ ok: true, value: { btcUsd: 120_000 } });
  });
});

describe('the reserves of a run', () => {
  it.each([['tip' as const], ['reserves' as const]])(
    'are missing when the %s cannot be read',
    async (part) => {
      const market = aMarket();
      await market.prices.record();
      market.chain.cut.add(part);
      market.clock.advance(5 * MINUTE);
      expect(await market.prices.record()).toEqual({
        ok: false,
        error: { kind: 'chain-unreachable', reason: 'connect ECONNREFUSED' },
      });
      expect((await stored(market)).run?.at).toEqual(T0);
    },
  );

  it('are missing when the chain becomes unreachable during the read', async () => {
    const market = aMarket();
    market.chain.whileReading = () => void market.chain.cut.add('tip');
    expect(await market.prices.record()).toMatchObject({ ok: false, error: { kind: 'chain-unreachable' } });
    expect((await stored(market)).run).toBeUndefined();
  });

  it('are read again when a block arrives during the read', async () => {
    const market = aMarket();
    market.chain.whileReading = () => {
      if (market.chain.readings === 1) market.chain.height++;
    };
    expect(await market.prices.record()).toMatchObject({ ok: true, value: { atOneBlock: true } });
    expect(market.chain.readings).toBe(2);
  });

  it('are those of the third read when a block arrives during each', async () => {
    const market = aMarket();
    market.chain.whileReading = () => void market.chain.height++;
    expect(await market.prices.record()).toMatchObject({ ok: true, value: { tokens: 4, atOneBlock: false } });
    expect(market.chain.readings).toBe(3);
  });

  it('leave out a pool that does not respond, whose token keeps its last price', async () => {
    const market = aMarket();
    await market.prices.record();
    market.chain.silent.add(WELSH_POOL);
    market.clock.advance(5 * MINUTE);
    expect(await market.prices.record()).toMatchObject({ ok: true, value: { tokens: 2 } });
    const { prices } = await market.store.latest(LATER);
    const updated = Object.fromEntries(prices.map(({ token, updatedAt }) => [token, updatedAt]));
    expect(updated).toEqual({
      [SBTC]: later(5 * MINUTE),
      [DOLLAR]: later(5 * MINUTE),
      [WELSH]: T0,
      [WELSH_SUBNET]: T0,
    });
  });
});

describe('makeRecordPrices when the storage fails', () => {
  const failing = (on: keyof PriceStore) => (store: PriceStore) =>
    new Proxy(store, {
      get: (of, name) => {
        if (name === on) return () => Promise.reject(new Error('the disk is full'));
        const method = Reflect.get(of, name) as unknown;
        return typeof method === 'function' ? (method.bind(of) as unknown) : method;
      },
    });

  it('throws, and the price health reports it', async () => {
    const market = aMarket([aSource('only')], { store: failing('record') });
    await expect(market.prices.record()).rejects.toThrow('the disk is full');
    expect(await market.prices.health()).toEqual({
      ok: false,
      isDegraded: false,
      tokensPriced: 0,
      tokensRegistered: 4,
      unpriced: [],
      lastFailure: { at: T0, reason: 'unexpected error' },
    });
  });
});
