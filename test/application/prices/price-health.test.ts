import { describe, expect, it } from '@jest/globals';
import { T0 } from '../../support/builders.js';
import { tokenNo } from '../../support/price-runs.js';
import { aMarket, aSource, DOLLAR_POOL, MINUTE, REGISTRY, WELSH_POOL } from './a-market.js';

describe('makeReadPriceHealth', () => {
  it('is not ok before the first run', async () => {
    expect(await aMarket().prices.health()).toEqual({
      ok: false,
      isDegraded: false,
      tokensPriced: 0,
      tokensRegistered: 4,
      unpriced: [],
    });
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
      isDegraded: false,
      tokensPriced: 4,
      tokensRegistered: 4,
      unpriced: [],
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

  it('names the tokens that the newest run did not price, with the reasons, in every process', async () => {
    const market = aMarket();
    const { prices, clock, chain } = market;
    await prices.record();
    chain.silent.add(WELSH_POOL);
    clock.advance(5 * MINUTE);
    await prices.record();
    const [subnet, welsh] = REGISTRY.tokens;
    for (const each of [prices, market.another()]) {
      await each.refresh();
      expect((await each.health()).unpriced).toEqual([
        { token: subnet, reason: 'vaults-silent' },
        { token: welsh, reason: 'vaults-silent' },
      ]);
    }
    chain.silent.clear();
    clock.advance(5 * MINUTE);
    await prices.record();
    await prices.refresh();
    expect((await prices.health()).unpriced).toEqual([]);
  });

  it('names tokens that were registered after the newest run', async () => {
    const { prices, setRegistry } = aMarket();
    await prices.record();
    await prices.refresh();
    const added = { ...REGISTRY.tokens[1]!, contractId: tokenNo(7) };
    setRegistry({ ...REGISTRY, tokens: [...REGISTRY.tokens, added] });
    expect(await prices.health()).toMatchObject({
      tokensPriced: 4,
      tokensRegistered: 5,
      unpriced: [{ token: added, reason: 'not-in-run' }],
    });
  });

  it.each([
    [[], false],
    [[WELSH_POOL], false],
    [[WELSH_POOL, DOLLAR_POOL], true],
  ])('is degraded below half of the tokens: with %j silent it is %p', async (silent, isDegraded) => {
    const { prices, chain } = aMarket();
    silent.forEach((vault) => chain.silent.add(vault));
    await prices.record();
    await prices.refresh();
    expect(await prices.health()).toMatchObject({ ok: true, isDegraded });
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
