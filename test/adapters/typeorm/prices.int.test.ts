import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { Queries } from '../../../src/adapters/typeorm/database/queries.js';
import type { Sql } from '../../../src/adapters/typeorm/database/sql.js';
import { openStorage, parseDatabaseUrl, type Storage } from '../../../src/adapters/typeorm/index.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { DATABASES } from '../../support/databases.js';
import { anImport, aRun, LATER, seconds, tokenNo } from '../../support/price-runs.js';

const DAY = 86_400;
const MIDNIGHT = seconds('2026-11-20T00:00:00Z');
type Select = (this: Queries, query: Sql) => Promise<never[]>;

/** A promise, and the function that resolves it. */
function aSignal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give: () => give() };
}

const WINDOW = [MIDNIGHT - 10 * DAY, MIDNIGHT + 10 * DAY] as const;

describe.each(DATABASES)('TypeOrmPriceStore and TypeOrmPriceArchive on $name', ({ create }) => {
  let database: Awaited<ReturnType<typeof create>>;
  let one: Storage;
  let other: Storage;

  beforeEach(async () => {
    database = await create();
    one = await openStorage(database.url);
    other = await openStorage(database.url);
  });
  afterEach(async () => {
    await one.close();
    await other.close();
    await database.remove();
  });

  const pricesIn = async ({ ports }: Storage, n = 0) =>
    (await ports.prices.points(tokenNo(n), ...WINDOW)).map(({ usd }) => usd);
  const change = async (...statements: string[]) => {
    const { type, ...options } = parseDatabaseUrl(database.url);
    const source = await new DataSource({ ...options, type, migrations: [] } as never).initialize();
    for (const statement of statements) await source.query(statement);
    await source.destroy();
  };

  it('stores one run per grid point when two processes race', async () => {
    for (let n = 0; n < 5; n++) {
      const run = (price: number) => aRun(MIDNIGHT + n * 300, [price, price]);
      const results = await Promise.all(
        [one, other, one, other].map(({ ports }, index) => ports.prices.record(run(10 * n + index + 1))),
      );
      expect(results.filter((result) => result.ok)).toHaveLength(1);
    }
    expect(await pricesIn(one)).toHaveLength(5);
    expect(await pricesIn(other)).toEqual(await pricesIn(one));
    expect(await pricesIn(other, 1)).toEqual(await pricesIn(one));
  });

  it('shows each process what the other recorded, across the end of a day too', async () => {
    unwrap(await one.ports.prices.record(aRun(MIDNIGHT - 600, [1])));
    expect(await pricesIn(other)).toEqual([1]);
    unwrap(await one.ports.prices.record(aRun(MIDNIGHT - 300, [2])));
    unwrap(await one.ports.prices.record(aRun(MIDNIGHT, [3, 8])));
    expect(await pricesIn(other)).toEqual([1, 2, 3]);
    unwrap(await other.ports.prices.record(aRun(MIDNIGHT + DAY, [4])));
    expect(await pricesIn(one)).toEqual([1, 2, 3, 4]);
    const closes = await one.ports.prices.days(tokenNo(0), 'usd', ...WINDOW);
    expect(closes.map(({ close, points }) => [close, points])).toEqual([
      [2, 2],
      [3, 1],
      [4, 1],
    ]);
    expect((await other.ports.prices.latest(LATER)).prices.map(({ usd }) => usd).sort()).toEqual([4, 8]);
  });

  it('returns a day that is closed while a slower read is under way', async () => {
    for (const [n, price] of [1, 2].entries())
      unwrap(await one.ports.prices.record(aRun(MIDNIGHT - 600 + 300 * n, [price])));
    const [isRead, mayReturn] = [aSignal(), aSignal()];
    expect(await other.ports.prices.slots(tokenNo(0), 'usd', 0, 1)).toEqual([]);
    const select: Select = Reflect.get<Queries, 'select'>(Queries.prototype, 'select');
    jest.spyOn(Queries.prototype, 'select').mockImplementationOnce(async function (
      this: Queries,
      query: Sql,
    ) {
      const rows = await select.call(this, query);
      isRead.give();
      await mayReturn.given;
      return rows;
    });
    const slow = pricesIn(other);
    await isRead.given;
    unwrap(await one.ports.prices.record(aRun(MIDNIGHT, [3])));
    expect(await pricesIn(other)).toEqual([1, 2, 3]);
    mayReturn.give();
    expect(await slow).toEqual([1, 2, 3]);
  });

  it('stores nothing of a run or an import whose statement fails', async () => {
    unwrap(await one.ports.prices.record(aRun(MIDNIGHT - 300, [1])));
    await change('ALTER TABLE price_days RENAME TO gone');
    await expect(one.ports.prices.record(aRun(MIDNIGHT, [2, 3]))).rejects.toThrow('price_days');
    const two = anImport(MIDNIGHT - DAY, 1, 5);
    await expect(one.ports.priceArchive.importPrices([two])).rejects.toThrow('price_days');
    await change('ALTER TABLE gone RENAME TO price_days');
    expect([await pricesIn(one), await pricesIn(one, 1)]).toEqual([[1], []]);
    expect((await one.ports.prices.latest(LATER)).run?.at).toEqual(new Date((MIDNIGHT - 300) * 1000));
    unwrap(await other.ports.prices.record(aRun(MIDNIGHT, [undefined, undefined, 7])));
    unwrap(await one.ports.prices.record(aRun(MIDNIGHT + 300, [2, 3])));
    expect([await pricesIn(one, 1), await pricesIn(one, 2)]).toEqual([[3], [7]]);
  });

  it('reports every derived column that does not match the stored prices', async () => {
    const { prices, priceArchive } = one.ports;
    for (let n = 0; n < 6; n++) unwrap(await prices.record(aRun(MIDNIGHT + n * DAY, [n + 1, n + 2])));
    expect(await priceArchive.check()).toEqual({ days: 10, points: 10, differences: [] });
    const first = MIDNIGHT / DAY;
    await change(
      `UPDATE price_days SET usd_high = 9 WHERE token = 1 AND day = ${first}`,
      `UPDATE price_days SET points = 2, sbtc_low = 0 WHERE token = 2 AND day = ${first + 1}`,
      `DELETE FROM price_days WHERE token = 1 AND day = ${first + 2}`,
      `DELETE FROM price_points WHERE token = 2 AND half_day = ${2 * (first + 3)}`,
      `UPDATE price_runs SET btc_usd = 5 WHERE at = ${MIDNIGHT + 4 * DAY}`,
      `UPDATE price_runs SET btc_usd = 5 WHERE at = ${MIDNIGHT + 5 * DAY}`,
      `UPDATE price_days SET sbtc_candle = NULL WHERE token = 2 AND day = ${first}`,
    );
    const { differences } = await priceArchive.check();
    const told = differences.map(({ token, day, field }) => [
      token?.split('-')[1],
      (day - MIDNIGHT) / DAY,
      field,
    ]);
    expect(told).toEqual([
      ['0', 0, 'usd_high'],
      ['1', 0, 'sbtc_candle'],
      ['1', 1, 'sbtc_low'],
      ['1', 1, 'points'],
      ['0', 2, 'price_days'],
      ['1', 3, 'price_points'],
      [undefined, 4, 'btc_usd'],
      [undefined, 5, 'btc_usd'],
    ]);
  });

  it('throws when packed prices have the wrong length', async () => {
    for (const time of [MIDNIGHT, MIDNIGHT + DAY]) unwrap(await one.ports.prices.record(aRun(time, [1])));
    await change('UPDATE price_points SET usd = substr(usd, 1, 9)');
    await expect(pricesIn(one)).rejects.toThrow('price_points: the stored slots are no half day');
    await change('UPDATE price_days SET usd_candle = substr(usd_candle, 1, 9)');
    const candles = one.ports.prices.days(tokenNo(0), 'usd', ...WINDOW);
    await expect(candles).rejects.toThrow('price_days: the stored candles are malformed');
  });
});
