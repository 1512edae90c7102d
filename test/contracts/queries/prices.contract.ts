import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { InMemoryTradeStore } from '../../../src/adapters/memory/trade-store.js';
import { makeReadVolumes } from '../../../src/application/trades/read-volumes.js';
import { makeReadHistory } from '../../../src/application/prices/read-history.js';
import { makeReadPricesAt } from '../../../src/application/prices/read-prices-at.js';
import type { PackedDay, PricePoint } from '../../../src/domain/price-series/price.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import type { ImportedPrice, PriceHistoryReads, StorageAccess } from '../../../src/ports/index.js';
import { aRun, anImport, seconds, tokenNo } from '../../support/price-runs.js';
import { candleOf, candlesOf, startOf, type CandleQuery } from './models.js';
import { drawn, forQueries, onAll, onStorages, PATIENCE_MS, QUERIES, WORLD_NUMBERS } from './worlds.js';

const [STEP, DAY] = [300, 86_400];
const MONDAY = seconds('2026-11-16T00:00:00Z');
/** Later than every price, off the grid. */
const NOW = MONDAY + 11 * DAY + 12_345;
const TOKENS = [0, 1, 2];
/** Reads take turns with writes, since a process keeps what it has read. */
const PARTS = 10;

const among = <T>(values: readonly T[]) => fc.constantFrom(...values);

/** Points of the grid that lie close together, some on the edges of intervals and of stored halves of days, with gaps of months. */
const GRID_POINT = fc
  .tuple(
    among([-400, -35, -8, -7, -1, 0, 0, 1, 1, 8]),
    fc.oneof(among([0, 1, 11, 12, 47, 48, 143, 144, 286, 287]), fc.nat({ max: 287 })),
  )
  .map(([day, slot]) => MONDAY + day * DAY + slot * STEP);
const BTC_USD = among([100_000, 50_000, 61_234.5]);
const USD = fc.oneof(
  among([1, 1, 2, 0.5, 3]),
  fc.double({ min: 1e-12, max: 1e9, noNaN: true, noDefaultInfinity: true }),
);

/** A run of some tokens, at a point of the grid or some steps after the newest one, or an import of a few prices. */
const WRITE = fc.oneof(
  fc.record({
    time: fc.oneof(GRID_POINT, among([1, 1, 2, 100])),
    btcUsd: BTC_USD,
    usd: fc.array(fc.option(USD, { nil: undefined }), { maxLength: TOKENS.length }),
  }),
  fc.array(
    fc
      .tuple(GRID_POINT, among(TOKENS), USD, BTC_USD)
      .map(([time, n, usd, btcUsd]) => anImport(time, n, usd, btcUsd)),
    { minLength: 1, maxLength: 5 },
  ),
);
type Write = typeof WRITE extends fc.Arbitrary<infer T> ? T : never;

/** Every stored price. */
class Prices {
  private readonly btcUsd = new Map<number, number>();
  private readonly stored: ImportedPrice[] = [];

  /** The prices of a token, oldest first. */
  of(token: ContractId): readonly PricePoint[] {
    return this.stored
      .filter((price) => price.token === token)
      .map(({ time, usd, btcUsd }) => ({ time, usd, btcUsd }))
      .toSorted((a, b) => a.time - b.time);
  }

  /** Has the storage write the same, with the same result. */
  async write(ports: StorageAccess, each: Write): Promise<void> {
    if (Array.isArray(each)) {
      const results = each.map((price) => this.import(price));
      const { conflicting, ...counts } = await ports.priceArchive.importPrices(each);
      const count = (kind: string) => results.filter((result) => result === kind).length;
      expect(counts).toEqual({ added: count('added'), known: count('known') });
      expect(conflicting.toSorted((a, b) => a - b)).toEqual(
        results.flatMap((result, n) => (result === 'conflicting' ? [n] : [])),
      );
      return;
    }
    const { time: given, usd, btcUsd } = each;
    const time = given < STEP ? Math.max(MONDAY, ...this.btcUsd.keys()) + given * STEP : given;
    if (time > NOW) return;
    expect((await ports.prices.record(aRun(time, usd, btcUsd))).ok).toBe(!this.btcUsd.has(time));
    if (this.btcUsd.has(time)) return;
    this.btcUsd.set(time, btcUsd);
    usd.forEach((price, n) => price !== undefined && this.stored.push(anImport(time, n, price, btcUsd)));
  }

  private import(price: ImportedPrice): 'added' | 'known' | 'conflicting' {
    const { token, time, usd, btcUsd } = price;
    if ((this.btcUsd.get(time) ?? btcUsd) !== btcUsd) return 'conflicting';
    const known = this.stored.find((other) => other.token === token && other.time === time);
    if (known !== undefined) return known.usd === usd ? 'known' : 'conflicting';
    this.btcUsd.set(time, btcUsd);
    this.stored.push(price);
    return 'added';
  }
}

const LONGEST = { '5m': 7 * DAY, '1h': 90 * DAY, '4h': 365 * DAY, '1d': 3_000 * DAY, '1w': 3_000 * DAY };
const HISTORY: fc.Arbitrary<CandleQuery> = among(['5m', '1h', '4h', '1d', '1w'] as const).chain((interval) =>
  fc
    .record({
      quote: among(['usd', 'sbtc'] as const),
      to: fc.oneof(GRID_POINT, fc.integer({ min: MONDAY - 40 * DAY, max: NOW + 2 * DAY })),
      span: fc.oneof(among([1, STEP, 3_600, DAY, 7 * DAY]), fc.integer({ min: 1, max: LONGEST[interval] })),
      given: among(['both', 'both', 'to', 'none']),
      limit: among([1, 7, 500, 2_000]),
      fill: fc.boolean(),
    })
    .map(({ to, span, given, ...rest }) => ({
      interval,
      ...rest,
      ...(given !== 'none' && { to }),
      ...(given === 'both' && { from: to - Math.min(span, LONGEST[interval]) }),
    })),
);

/** Reads as the server does, for any token. */
const readers = (prices: PriceHistoryReads) => {
  const ports = { clock: { now: () => new Date(NOW * 1000) }, prices };
  const cache = { list: async () => ({ tokens: [] }), everPriced: (text: string) => text as ContractId };
  const volumes = makeReadVolumes({ ...ports, trades: new InMemoryTradeStore() });
  return { history: makeReadHistory(ports, cache, volumes), pricesAt: makeReadPricesAt(ports, cache) };
};

const pointsIn = ({ time, prices }: PackedDay) =>
  [...prices].flatMap((price, slot) => (price === 0 ? [] : [[time + slot * STEP, price]]));

const WINDOW = fc
  .tuple(GRID_POINT, GRID_POINT)
  .map((times) => times.toSorted((a, b) => a - b) as [number, number]);
const TIMES = fc.array(fc.oneof(GRID_POINT, fc.integer({ min: MONDAY - 36 * DAY, max: NOW })), {
  minLength: 1,
  maxLength: 20,
});
const READS = ['history', 'points', 'slots', 'days', 'pricesAt'] as const;
const QUERY = fc.record({
  read: among(READS),
  token: among([...TOKENS, 3]).map(tokenNo),
  candles: HISTORY,
  window: WINDOW,
  times: TIMES,
});
type Query = typeof QUERY extends fc.Arbitrary<infer T> ? T : never;

async function expectModelled(
  all: readonly PricePoint[],
  prices: PriceHistoryReads,
  query: Query,
): Promise<void> {
  const { read, token, candles, window, times } = query;
  const { quote } = candles;
  const [from, to] = window;
  const inside = all.filter(({ time }) => time >= from && time < to);
  switch (read) {
    case 'history': {
      const { fill, ...rest } = candles;
      const raw = Object.entries({ ...rest, ...(fill && { fill: 'previous' }) });
      const asked = Object.fromEntries(raw.map(([name, value]) => [name, String(value)]));
      const { candles: found } = unwrap(await readers(prices).history(token, asked));
      // No trade was recorded.
      return expect(found).toEqual(
        candlesOf(all, candles, NOW).map((each) => ({ ...each, volumeUsd: null })),
      );
    }
    case 'points':
      return expect(await prices.points(token, from, to)).toEqual(inside);
    case 'slots': {
      const priced = inside.map(({ time, usd, btcUsd }) => [time, quote === 'usd' ? usd : usd / btcUsd]);
      return expect((await prices.slots(token, quote, from, to)).flatMap(pointsIn)).toEqual(priced);
    }
    case 'days': {
      const started = [...new Set(all.map(({ time }) => startOf(time, '1d')))].filter(
        (day) => day >= from && day < to,
      );
      const ofDay = (day: number) => all.filter(({ time }) => startOf(time, '1d') === day);
      const whole = started.map((day) => candleOf(day, quote, ofDay(day)));
      return expect(await prices.days(token, quote, from, to)).toEqual(whole);
    }
    case 'pricesAt': {
      const { tokens } = unwrap(await readers(prices).pricesAt({ tokens: token, times: times.join(',') }));
      const newest = times.map((time) =>
        all.findLast((point) => point.time <= time && point.time >= time - DAY),
      );
      return expect(tokens[0]!.points).toEqual(newest);
    }
  }
}

/** Histories are those of the model, wherever prices are stored, and whatever was read before. */
export function priceQueriesContract(): void {
  it.each(WORLD_NUMBERS)(
    'candles, prices and days are those that all prices give, in world %i',
    (world) =>
      onStorages(async ({ ports, readers, caughtUp }) => {
        const model = new Prices();
        for (let part = 0; part < PARTS; part++) {
          const writes = fc.array(WRITE, { maxLength: part === 0 ? 30 : 3, size: 'max' });
          for (const each of drawn(writes, world, part)) await model.write(ports, each);
          await caughtUp();
          await forQueries(world * PARTS + part, QUERIES / PARTS, QUERY, (query) =>
            onAll(readers, (reader) => expectModelled(model.of(query.token), reader.reads.prices, query)),
          );
        }
      }),
    PATIENCE_MS,
  );
}
