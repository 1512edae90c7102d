import { describe, expect, it } from '@jest/globals';
import { T0 } from '../../support/builders.js';
import { aMarket, aSource, MINUTE } from './a-market.js';

const said = (name: string, price: number) => ({ name, price, at: T0, ok: true });
const failed = (name: string) => ({ name, ok: false, error: `${name}: status 500` });

describe('makeAskOracle', () => {
  it('reports healthy when every source is used', async () => {
    const { prices } = aMarket();
    expect(await prices.oracle()).toEqual({
      status: 'healthy',
      price: 100_000,
      sources: [said('first', 100_000), said('second', 100_000)],
      lastSuccessAt: T0,
    });
  });

  it('reports degraded when a source fails or deviates too far', async () => {
    const { prices } = aMarket([aSource('a'), aSource('b'), aSource('mute'), aSource('far', 90_000)]);
    const market = aMarket([aSource('a'), aSource('mute')]);
    market.sources[1]!.usd = undefined;
    expect(await market.prices.oracle()).toMatchObject({ status: 'degraded', price: 100_000 });
    expect(await prices.oracle()).toMatchObject({
      status: 'degraded',
      price: 100_000,
      sources: [
        { ok: true },
        { ok: true },
        { ok: true },
        { name: 'far', price: 90_000, ok: false, error: 'more than 5% off the median of all answers' },
      ],
    });
  });

  it('reports down without a price, with the time of the last one', async () => {
    const { prices, clock, sources } = aMarket();
    sources.forEach((source) => (source.usd = undefined));
    expect(await prices.oracle()).toEqual({ status: 'down', sources: [failed('first'), failed('second')] });
    sources.forEach((source) => (source.usd = 100_000));
    clock.advance(MINUTE);
    await prices.oracle();
    sources.forEach((source) => (source.usd = undefined));
    clock.advance(MINUTE);
    expect(await prices.oracle()).toMatchObject({
      status: 'down',
      lastSuccessAt: new Date(T0.getTime() + MINUTE),
    });
  });

  it('queries the sources at most once a minute for any number of callers', async () => {
    const { prices, clock, sources } = aMarket();
    await Promise.all([prices.oracle(), prices.oracle(), prices.oracle()]);
    clock.advance(MINUTE - 1);
    await prices.oracle();
    expect(sources.map(({ reads }) => reads)).toEqual([1, 1]);
    clock.advance(1);
    await prices.oracle();
    expect(sources.map(({ reads }) => reads)).toEqual([2, 2]);
  });

  it('queries the sources again after the clock was set back', async () => {
    const source = aSource('only');
    const { prices, clock } = aMarket([source]);
    await prices.oracle();
    clock.advance(-10 * MINUTE);
    await prices.oracle();
    expect(source.reads).toBe(2);
  });

  it('reuses the recorder’s recent reading', async () => {
    const { prices, sources } = aMarket();
    await prices.record();
    expect(await prices.oracle()).toMatchObject({ status: 'healthy' });
    expect(sources.map(({ reads }) => reads)).toEqual([1, 1]);
  });
});
