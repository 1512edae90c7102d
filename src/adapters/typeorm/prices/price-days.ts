import { candleOf } from '../../../domain/price-series/candle.js';
import {
  AHEAD_SECONDS,
  DAY_SECONDS,
  dayOf,
  emptyDay,
  inQuote,
  unionOf,
  type DaySlots,
} from '../../../domain/price-series/price.js';
import { RunsOfDay, type NewestPrice, type OpenRunRow } from './price-open-day.js';
import {
  BITCOIN,
  dayId,
  HALVES,
  packCandle,
  packHalf,
  pointsId,
  SLOTS_PER_HALF,
  type TokenNumber,
} from './price-packing.js';
import { isOn, storedDay } from './price-rows.js';
import { columnsOf, joined, plain, rowOf, sql, type Queries } from '../database/index.js';

/** Rows per statement. All full batches have the same text, which is prepared only once. */
const BATCH = 100;

const CANDLE_FIELDS = ['open', 'high', 'low', 'close'] as const;

type Row = Record<string, number | Buffer>;

/** The day's columns, derived from its prices. Throws for a day without a price. */
export function candleColumns(day: number, usd: DaySlots, btcUsd: DaySlots): Row {
  const row: Row = {};
  for (const quote of ['usd', 'sbtc'] as const) {
    const candle = candleOf(inQuote(usd, btcUsd, quote), day * DAY_SECONDS);
    if (candle === undefined) throw new Error('price_points: a day without a price');
    for (const field of CANDLE_FIELDS) row[`${quote}_${field}`] = candle[field];
    row[`${quote}_candle`] = packCandle(candle);
  }
  return { ...row, points: usd.filter((price) => price !== 0).length };
}

/** Closes the open day if it is before this one: moves its runs into rows by token. */
export async function closeDaysBefore(queries: Queries, day: number): Promise<void> {
  const [oldest] = await queries.select<{ at: number | string }>(
    sql`SELECT at FROM price_open_runs WHERE at < ${day * DAY_SECONDS} LIMIT 1`,
  );
  if (oldest === undefined) return;
  await addToDay(queries, await openRunsOf(queries, dayOf(Number(oldest.at))));
  await queries.execute(sql`DELETE FROM price_open_runs WHERE at < ${day * DAY_SECONDS}`);
}

/** The day's open runs; empty unless it is the open day. */
export async function openRunsOf(queries: Queries, day: number): Promise<RunsOfDay> {
  const rows = await queries.select<OpenRunRow>(
    sql`SELECT at, btc_usd, prices FROM price_open_runs WHERE ${isOn(day)} ORDER BY at`,
  );
  const runs = new RunsOfDay(day);
  for (const row of rows) runs.addRow(row);
  return runs;
}

/** Adds prices to a day's rows. Filled slots keep their price. */
export async function addToDay(
  queries: Queries,
  { day, btcUsd, usd, newest }: Pick<RunsOfDay, 'day' | 'btcUsd' | 'usd' | 'newest'>,
): Promise<void> {
  const before = await storedDay(queries, day, [BITCOIN, ...usd.keys()]);
  const after = new Map<TokenNumber, DaySlots>();
  for (const [token, slots] of new Map([[BITCOIN, btcUsd], ...usd])) {
    after.set(token, unionOf(before.get(token) ?? emptyDay(), slots));
  }
  await putPoints(queries, day, before, after);
  await putCandles(queries, day, after);
  await putNewest(queries, [...newest.values()]);
}

async function putPoints(
  queries: Queries,
  day: number,
  before: ReadonlyMap<TokenNumber, DaySlots>,
  after: ReadonlyMap<TokenNumber, DaySlots>,
): Promise<void> {
  const rows = HALVES.flatMap((half) => {
    const range = (slots?: DaySlots) => slots?.subarray(half * SLOTS_PER_HALF, (half + 1) * SLOTS_PER_HALF);
    const changed = [...after].filter(([token, slots]) => {
      const old = range(before.get(token));
      return range(slots)!.some((price, slot) => price !== (old?.[slot] ?? 0));
    });
    const halfDay = 2 * day + half;
    return changed.map(([token, slots]) => ({
      id: pointsId(halfDay, token),
      half_day: halfDay,
      token,
      usd: packHalf(slots, half),
    }));
  });
  await upsert(queries, 'price_points', rows);
}

async function putCandles(
  queries: Queries,
  day: number,
  after: ReadonlyMap<TokenNumber, DaySlots>,
): Promise<void> {
  const btcUsd = after.get(BITCOIN)!;
  const tokens = [...after].filter(([token]) => token !== BITCOIN);
  const rows = tokens.map(([token, usd]) => ({
    id: dayId(token, day),
    token,
    day,
    ...candleColumns(day, usd, btcUsd),
  }));
  await upsert(queries, 'price_days', rows);
}

async function putNewest(queries: Queries, newest: readonly NewestPrice[]): Promise<void> {
  for (let start = 0; start < newest.length; start += BATCH) {
    const rows = newest.slice(start, start + BATCH).map(
      ({ token, time, usd, sbtc, liquidityUsd, roundTripLoss }) => sql`(CAST(${token} AS BIGINT),
        CAST(${time} AS BIGINT), CAST(${usd} AS DOUBLE PRECISION), CAST(${sbtc} AS DOUBLE PRECISION),
        CAST(${liquidityUsd} AS DOUBLE PRECISION), CAST(${roundTripLoss} AS DOUBLE PRECISION))`,
    );
    await queries.execute(sql`
      WITH newest (token, at, usd, sbtc, liquidity_usd, round_trip_loss) AS (VALUES ${joined(rows, ', ')})
      UPDATE price_tokens SET updated_at = at, usd = newest.usd, sbtc = newest.sbtc,
        liquidity_usd = newest.liquidity_usd, round_trip_loss = newest.round_trip_loss
      FROM newest WHERE id = token AND (updated_at IS NULL OR updated_at < at)`);
  }
}

/**
 * Drops newest prices that are so far ahead of this run that only a clock that was ahead can have recorded them: otherwise they would
 * block the run's prices.
 */
export async function forgetAhead(queries: Queries, time: number): Promise<void> {
  await queries.execute(
    sql`UPDATE price_tokens SET updated_at = NULL WHERE updated_at > ${time + AHEAD_SECONDS}`,
  );
}

/** Inserts the rows, or replaces those with the same `id`. Property names are column names. */
async function upsert(queries: Queries, table: string, rows: readonly Row[]): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH);
    const changes = Object.keys(batch[0]!).map((column) => `${column} = excluded.${column}`);
    const values = batch.map((row) => rowOf(Object.values(row)));
    await queries.execute(sql`
      INSERT INTO ${plain(table)} (${columnsOf(batch[0]!)}) VALUES ${joined(values, ', ')}
      ON CONFLICT (id) DO UPDATE SET ${plain(changes.join(', '))}`);
  }
}
