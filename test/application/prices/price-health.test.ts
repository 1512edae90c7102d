import { describe, expect, it } from '@jest/globals';
import { T0 } from '../../support/builders.js';
import { aMarket, aSource, MINUTE, WELSH_POOL } from './a-market.js';

describe('makeReadPriceHealth', () => {
  it('is not ok before the first run', async () => {
    expect(await aMarket().prices.health()).toEqual({ ok: false, tokensPriced: 0 });
  });

  it('is ok for 15 minutes after a run', async () => {
    const { prices, clock } = aMarket();
    await prices.record();
    await prices.refresh();
    clock.advance(15 * MINUTE);
    expect(await prices.health()).toEqual({
      ok: true,
      lastRecordedAt: T0,
      ageSeconds: 900,
      tokensPriced: 4,
    });
    clock.advance(1_000);
    expect(await prices.health()).toMatchObject({ ok: false, ageSeconds: 901 });
  });

  it('counts this process’s own run before the list shows it', async () => {
    const { prices, clock } = aMarket();
    await prices.record();
    await prices.list();
    clock.advance(5 * MINUTE);
    await prices.record();
    expect(await prices.health()).toMatchObject({ ok: true, ageSeconds: 0 });
  });

  it('counts another process’s runs once the list shows them', async () => {
    const market = aMarket();
    await market.prices.list();
    await market.another().record();
    expect(await market.prices.health()).toMatchObject({ ok: false });
    await market.prices.refresh();
    expect(await market.prices.health()).toMatchObject({ ok: true, lastRecordedAt: T0 });
  });

  it('reports how many tokens the newest run priced', async () => {
    const { prices, clock, chain } = aMarket();
    await prices.record();
    chain.silent.add(WELSH_POOL);
    clock.advance(5 * MINUTE);
    await prices.record();
    await prices.refresh();
    expect(await prices.health()).toMatchObject({ tokensPriced: 2 });
  });

  it('reports why the last run failed until one succeeds', async () => {
    const { prices, clock, chain, sources } = aMarket();
    sources.forEach((source) => (source.usd = undefined));
    await prices.record();
    const noAnswer = { at: T0, reason: 'no source of the bitcoin price answers' };
    expect((await prices.health()).lastFailure).toEqual(noAnswer);

    sources.forEach((source) => (source.usd = 100_000));
    chain.cut.add('reserves');
    clock.advance(MINUTE);
    await prices.record();
    expect((await prices.health()).lastFailure?.reason).toBe('the chain cannot be reached');

    chain.cut.clear();
    await prices.record();
    expect(await prices.health()).not.toHaveProperty('lastFailure');
  });

  it('becomes not ok with time while no source responds', async () => {
    const { prices, clock, sources } = aMarket([aSource('only')]);
    await prices.record();
    sources[0]!.usd = undefined;
    for (let minute = 5; minute <= 15; minute += 5) {
      clock.advance(5 * MINUTE);
      await prices.record();
      expect((await prices.health()).ok).toBe(true);
    }
    clock.advance(1);
    const { tokens } = await prices.refresh();
    expect((await prices.health()).ok).toBe(false);
    expect(tokens.map(({ stale }) => stale)).toEqual([true, true, true, true]);
  });
});
