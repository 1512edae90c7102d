import { describe, expect, it } from '@jest/globals';
import { T0 } from '../../support/builders.js';
import { aMarket, aSource, MINUTE, WELSH_POOL } from './a-market.js';

describe('the health of prices', () => {
  it('is bad before the first run', async () => {
    expect(await aMarket().prices.health()).toEqual({ ok: false, tokensPriced: 0 });
  });

  it('is good for 15 minutes after a run', async () => {
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

  it('knows the process own run before the list does', async () => {
    const { prices, clock } = aMarket();
    await prices.record();
    await prices.list();
    clock.advance(5 * MINUTE);
    await prices.record();
    expect(await prices.health()).toMatchObject({ ok: true, ageSeconds: 0 });
  });

  it('knows the runs of another process once the list has them', async () => {
    const market = aMarket();
    await market.prices.list();
    await market.another().record();
    expect(await market.prices.health()).toMatchObject({ ok: false });
    await market.prices.refresh();
    expect(await market.prices.health()).toMatchObject({ ok: true, lastRecordedAt: T0 });
  });

  it('counts the tokens that the newest run priced', async () => {
    const { prices, clock, chain } = aMarket();
    await prices.record();
    chain.silent.add(WELSH_POOL);
    clock.advance(5 * MINUTE);
    await prices.record();
    await prices.refresh();
    expect(await prices.health()).toMatchObject({ tokensPriced: 2 });
  });

  it('says why the last run came to nothing until one succeeds', async () => {
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

  it('turns bad by the clock while no source answers', async () => {
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
