import { describe, expect, it } from '@jest/globals';
import type { PriceStore } from '../../../src/ports/index.js';
import { AN_OWNER, T0 } from '../../support/builders.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import {
  aMarket,
  aSource,
  DOLLAR,
  HOUR,
  MINUTE,
  REGISTRY,
  SBTC,
  WELSH,
  WELSH_POOL,
  WELSH_SUBNET,
} from './a-market.js';

const tokensOf = ({ tokens }: { readonly tokens: readonly { readonly token: ContractId }[] }) =>
  tokens.map(({ token }) => token);

/** A store that counts reads of the newest prices and fails on demand. */
function counting() {
  const count = { latest: 0, failing: false };
  const store = (real: PriceStore): PriceStore => ({
    record: (run) => real.record(run),
    latest: async (now) => {
      count.latest++;
      if (count.failing) throw new Error('the database is gone');
      return real.latest(now);
    },
    points: (...window) => real.points(...window),
    slots: (...window) => real.slots(...window),
    days: (...window) => real.days(...window),
    scan: (...window) => real.scan(...window),
  });
  return { count, store };
}

describe('makePriceListCache', () => {
  it('returns an empty list before the first run', async () => {
    const { prices } = aMarket();
    expect(prices.current()).toBeUndefined();
    expect(await prices.list()).toEqual({ tokens: [] });
  });

  it('lists every priced token of the registry, most liquid first', async () => {
    const { prices } = aMarket();
    await prices.record();
    const list = await prices.list();
    expect(list.run).toEqual({ at: T0, btcUsd: 100_000, unpriced: new Map() });
    // The dollar is in both pools; the copy is in none.
    expect(tokensOf(list)).toEqual([DOLLAR, SBTC, WELSH, WELSH_SUBNET]);
    expect(list.tokens[1]).toEqual({
      token: SBTC,
      about: REGISTRY.tokens[3],
      usd: 100_000,
      sbtc: 1,
      liquidityUsd: 1_000_000,
      roundTripLoss: 0,
      updatedAt: T0,
      change: { '1h': null, '24h': null, '7d': null, '30d': null },
      sparkline: [...Array<null>(41).fill(null), 100_000],
      thin: false,
      stale: false,
      volumeUsd: null,
    });
  });

  it('knows changes of imported past prices at the next refresh while none is known, although the newest prices stay', async () => {
    const { prices, archive } = aMarket();
    await prices.record();
    await prices.list();
    const time = T0.getTime() / 1000 - 86_400;
    await archive.importPrices([{ token: SBTC, time, usd: 80_000, btcUsd: 80_000 }]);
    await prices.refresh();
    expect(prices.current()?.tokens[1]).toMatchObject({ token: SBTC, change: { '24h': 25 } });
  });

  it('orders tokens of equal liquidity by their ids', async () => {
    const { prices, archive } = aMarket();
    const import_ = (token: ContractId) => ({ token, time: T0.getTime() / 1000, usd: 1, btcUsd: 100_000 });
    await archive.importPrices([WELSH_SUBNET, WELSH, SBTC, DOLLAR].map(import_));
    expect(tokensOf(await prices.list())).toEqual([DOLLAR, SBTC, WELSH, WELSH_SUBNET]);
  });

  it('marks tokens with a large round-trip loss as thin', async () => {
    const { prices, store } = aMarket();
    const price = { usd: 1, sbtc: 1e-5, liquidityUsd: 1 };
    await store.record({
      at: T0,
      btcUsd: 100_000,
      prices: new Map([
        [DOLLAR, { ...price, roundTripLoss: 25 }],
        [WELSH, { ...price, roundTripLoss: 25.001 }],
        [SBTC, { ...price, roundTripLoss: null }],
      ]),
    });
    const { tokens } = await prices.list();
    expect(tokens.filter(({ thin }) => thin).map(({ token }) => token)).toEqual([WELSH]);
  });

  it('reads the list once for concurrent callers and not again for later ones', async () => {
    const { count, store } = counting();
    const { prices } = aMarket([aSource('only')], { store });
    const lists = await Promise.all([prices.list(), prices.list(), prices.find(SBTC), prices.health()]);
    expect(count.latest).toBe(1);
    expect(lists[1]).toBe(lists[0]);
    expect(await prices.list()).toBe(lists[0]);
    expect(count.latest).toBe(1);
  });

  it('reads again after a failed read', async () => {
    const { count, store } = counting();
    const { prices } = aMarket([aSource('only')], { store });
    count.failing = true;
    await expect(prices.list()).rejects.toThrow('the database is gone');
    count.failing = false;
    expect(await prices.list()).toEqual({ tokens: [] });
  });

  it('keeps the list when a refresh fails', async () => {
    const { count, store } = counting();
    const { prices } = aMarket([aSource('only')], { store });
    await prices.record();
    const before = await prices.list();
    count.failing = true;
    await expect(prices.refresh()).rejects.toThrow('the database is gone');
    expect(await prices.list()).toBe(before);
  });
});

describe('a cached list over time', () => {
  it('is the same object while nothing changes', async () => {
    const { prices, clock } = aMarket();
    await prices.record();
    const list = await prices.list();
    clock.advance(15 * MINUTE);
    expect(prices.current()).toBe(list);
    expect(await prices.refresh()).toBe(list);
  });

  it('is rebuilt when a price becomes stale', async () => {
    const { prices, clock } = aMarket();
    await prices.record();
    const fresh = await prices.list();
    clock.advance(15 * MINUTE + 1);
    const stale = prices.current();
    expect(stale).not.toBe(fresh);
    expect(stale?.tokens.map((token) => token.stale)).toEqual([true, true, true, true]);
    expect(fresh.tokens.map((token) => token.stale)).toEqual([false, false, false, false]);
    expect(prices.current()).toBe(stale);
  });

  it('leaves out prices that were recorded while the clock was ahead, and shows those recorded after it was set right', async () => {
    const { clock, prices } = aMarket();
    await prices.record();
    clock.advance(2 * HOUR);
    await prices.record();
    expect((await prices.refresh()).run?.at).toEqual(clock.now());
    clock.advance(-2 * HOUR + MINUTE);
    const before = await prices.refresh();
    expect(before.run?.at).toEqual(T0);
    expect(before.tokens.map(({ updatedAt, stale }) => [updatedAt, stale])).toEqual(
      Array(4).fill([T0, false]),
    );
    clock.advance(4 * MINUTE);
    expect(await prices.record()).toMatchObject({ ok: true, value: { kind: 'recorded', at: clock.now() } });
    const after = await prices.refresh();
    expect(after.run?.at).toEqual(clock.now());
    expect(after.tokens.map(({ updatedAt, stale }) => [updatedAt, stale])).toEqual(
      Array(4).fill([clock.now(), false]),
    );
    expect(await prices.health()).toMatchObject({ ok: true, tokensPriced: 4 });
  });

  it('marks prices as stale that were recorded while the clock was ahead, once it is right again', async () => {
    const { clock, prices } = aMarket();
    clock.advance(2 * HOUR);
    await prices.record();
    expect((await prices.list()).tokens.map(({ stale }) => stale)).toEqual([false, false, false, false]);
    clock.advance(-2 * HOUR);
    expect(prices.current()!.tokens.map(({ stale }) => stale)).toEqual([true, true, true, true]);
    clock.advance(2 * HOUR - 5 * MINUTE);
    expect(prices.current()!.tokens.map(({ stale }) => stale)).toEqual([false, false, false, false]);
  });

  it('marks only tokens as stale that no run has renewed', async () => {
    const { prices, clock, chain } = aMarket();
    await prices.record();
    chain.silent.add(WELSH_POOL);
    clock.advance(15 * MINUTE);
    await prices.record();
    await prices.refresh();
    clock.advance(1);
    const stale = prices.current()!.tokens.filter((token) => token.stale);
    expect(stale.map(({ token }) => token)).toEqual([WELSH, WELSH_SUBNET]);
  });

  it('has the newest run after a refresh when another process recorded it', async () => {
    const market = aMarket();
    await market.prices.record();
    const before = await market.prices.list();
    market.clock.advance(5 * MINUTE);
    await market.another().record();
    expect(market.prices.current()).toBe(before);
    const after = await market.prices.refresh();
    expect(after.run?.at.getTime()).toBe(T0.getTime() + 5 * MINUTE);
    expect(market.prices.current()).toBe(after);
  });

  it('includes everything recorded before a refresh that is requested during another one', async () => {
    const market = aMarket();
    const early = market.prices.refresh();
    await market.another().record();
    const [, ...late] = await Promise.all([early, market.prices.refresh(), market.prices.refresh()]);
    expect(late.map(({ run }) => run?.at)).toEqual([T0, T0]);
    expect(late[1]).toBe(late[0]);
  });

  it('includes imported prices, also older ones than the newest run', async () => {
    const { prices, archive } = aMarket();
    const time = T0.getTime() / 1000;
    await archive.importPrices([{ token: SBTC, time, usd: 100_000, btcUsd: 100_000 }]);
    expect(tokensOf(await prices.refresh())).toEqual([SBTC]);
    await archive.importPrices([{ token: DOLLAR, time: time - 300, usd: 1, btcUsd: 100_000 }]);
    expect(tokensOf(await prices.refresh())).toEqual([DOLLAR, SBTC]);
  });

  it('computes changes relative to now when runs have stopped', async () => {
    const { prices, store, clock } = aMarket();
    const run = (time: number, usd: number) =>
      store.record({
        at: new Date(time),
        btcUsd: 100_000,
        prices: new Map([[SBTC, { usd, sbtc: 1, liquidityUsd: 1, roundTripLoss: 0 }]]),
      });
    await run(T0.getTime() - HOUR, 50_000);
    await run(T0.getTime(), 100_000);
    expect((await prices.list()).tokens[0]?.change['1h']).toBe(100);
    clock.advance(HOUR);
    // Nothing has changed since the price an hour ago.
    expect((await prices.refresh()).tokens[0]).toMatchObject({ stale: true, change: { '1h': 0 } });
    clock.advance(2 * HOUR);
    expect((await prices.refresh()).tokens[0]?.change['1h']).toBeNull();
  });
});

describe('makePriceListCache when the registry changes', () => {
  it('removes blocked tokens at once and lists unblocked ones again', async () => {
    const { prices, setRegistry } = aMarket();
    await prices.record();
    const before = await prices.list();
    const tokens = REGISTRY.tokens.filter(({ contractId }) => contractId !== WELSH);
    setRegistry({ ...REGISTRY, tokens, blocked: [WELSH] });
    expect(tokensOf(prices.current()!)).toEqual([DOLLAR, SBTC, WELSH_SUBNET]);
    expect(await prices.find(WELSH)).toMatchObject({ ok: false });
    setRegistry(REGISTRY);
    expect(prices.current()).toEqual(before);
  });

  it('lists a new token after the first run that prices it', async () => {
    const { prices, setRegistry, clock } = aMarket();
    await prices.record();
    const copy = `${AN_OWNER}.dollar-subnet` as ContractId;
    const about = { ...REGISTRY.tokens[0]!, contractId: copy, base: DOLLAR };
    setRegistry({ ...REGISTRY, tokens: [...REGISTRY.tokens, about] });
    expect(tokensOf(await prices.list())).not.toContain(copy);
    clock.advance(5 * MINUTE);
    await prices.record();
    expect(tokensOf(await prices.refresh())).toContain(copy);
  });
});

describe('makeFindPrice', () => {
  it('accepts any text and finds only listed tokens', async () => {
    const { prices } = aMarket();
    await prices.record();
    expect(await prices.find(DOLLAR)).toMatchObject({ ok: true, value: { token: DOLLAR } });
    for (const token of ['', '.stx', 'dollar', 'constructor', '__proto__', 'x'.repeat(10_000)])
      expect(await prices.find(token)).toEqual({ ok: false, error: { kind: 'token-not-priced', token } });
  });
});
