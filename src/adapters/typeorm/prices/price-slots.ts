import { DAY_SECONDS } from '../../../domain/price-series/day.js';
import type { DaySlots } from '../../../domain/price-series/day.js';
import { pointsId, unpackHalves, type TokenNumber } from './price-packing.js';
import type { Queries } from '../database/queries.js';
import { plain, sql, type Sql } from '../database/sql.js';

/** Slots by day since the epoch and token. */
export type SlotsByDay = Map<number, Map<TokenNumber, DaySlots>>;

/** Rows as one: a number of each, joined by commas, and the bytes of each, in the same order. */
export interface GatheredRow {
  /** Null, like the bytes, where there was no row. */
  readonly numbers: string | null;
  readonly bytes: Buffer | null;
}

/** A condition: the row's id is one of these. */
export const isOneOf = (queries: Queries, ids: readonly number[]): Sql =>
  queries.isPostgres
    ? sql`id = ANY(CAST(${ids} AS BIGINT[]))`
    : sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/**
 * Selects columns as a `GatheredRow`. Drivers take several times as long to hand over some hundred rows as the
 * database takes to find them. SQLite joins bytes as they are, as text, which is cast back.
 */
export const gathered = (queries: Queries, number: string, bytes: string): Sql =>
  queries.isPostgres
    ? plain(`string_agg(${number}::text, ',') AS numbers, string_agg(${bytes}, ''::bytea) AS bytes`)
    : plain(`group_concat(${number}) AS numbers, CAST(group_concat(${bytes}, '') AS BLOB) AS bytes`);

export const numbersOf = ({ numbers }: GatheredRow): number[] => numbers?.split(',').map(Number) ?? [];

/** What `price_points` holds of these half days for these tokens. */
export async function storedSlots(
  queries: Queries,
  halfDays: readonly number[],
  tokens: readonly TokenNumber[],
): Promise<SlotsByDay> {
  const ids = halfDays.flatMap((half) => tokens.map((token) => pointsId(half, token)));
  const [row] = await queries.select<GatheredRow>(
    sql`SELECT ${gathered(queries, 'id', 'usd')} FROM price_points WHERE ${isOneOf(queries, ids)}`,
  );
  return unpackHalves(numbersOf(row!), row!.bytes ?? Buffer.alloc(0));
}

/** What `price_points` holds of the day for these tokens. */
export async function storedDay(
  queries: Queries,
  day: number,
  tokens: readonly TokenNumber[],
): Promise<Map<TokenNumber, DaySlots>> {
  const days = await storedSlots(queries, [2 * day, 2 * day + 1], tokens);
  return days.get(day) ?? new Map<TokenNumber, DaySlots>();
}

/** The half days that `price_points` may have rows of, within the window. */
export async function storedHalves(queries: Queries, from: number, to: number): Promise<number[]> {
  const half = DAY_SECONDS / 2;
  let [first, last] = [Math.floor(from / half), Math.ceil(to / half) - 1];
  if (last - first > 1_000) {
    const bounds = await queries.select<{ n: number | string | null }>(
      sql`SELECT (SELECT MIN(id) FROM price_points) AS n UNION ALL SELECT (SELECT MAX(id) FROM price_points)`,
    );
    const [lowest, highest] = bounds.map(({ n }) => Math.floor(Number(n ?? -1) / pointsId(1, 0)));
    [first, last] = [Math.max(first, lowest!), Math.min(last, highest!)];
  }
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
