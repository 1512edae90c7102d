import { DAY_SECONDS, type DaySlots } from '../../../domain/price-series/price.js';
import { sql, type Gathering, type Queries, type Sql } from '../database/index.js';
import { pointsId, unpackHalves, type TokenNumber } from './price-packing.js';

/** Gathers the stored slots of these tokens in these half days, for `unpackHalves`. */
export function slotsOf(
  { dialect }: Queries,
  halfDays: readonly number[],
  tokens: readonly TokenNumber[],
): Gathering {
  const ids = halfDays.flatMap((half) => tokens.map((token) => pointsId(half, token)));
  return { number: sql`id`, bytes: sql`usd`, rows: sql`price_points WHERE ${dialect.oneOf(sql`id`, ids)}` };
}

/** The stored slots of these tokens on the day. */
export async function storedDay(
  queries: Queries,
  day: number,
  tokens: readonly TokenNumber[],
): Promise<Map<TokenNumber, DaySlots>> {
  const { numbers, bytes } = await queries.gathered(slotsOf(queries, [2 * day, 2 * day + 1], tokens));
  const days = unpackHalves(numbers, bytes);
  return days.get(day) ?? new Map<TokenNumber, DaySlots>();
}

/** The stored slots of all tokens on the day. */
export async function allSlotsOf(queries: Queries, day: number): Promise<Map<TokenNumber, DaySlots>> {
  const rows = await queries.select<{ readonly id: number | string; readonly usd: Buffer }>(
    sql`SELECT id, usd FROM price_points WHERE id >= ${pointsId(2 * day, 0)} AND id < ${pointsId(2 * day + 2, 0)}`,
  );
  const ids = rows.map(({ id }) => Number(id));
  const days = unpackHalves(ids, Buffer.concat(rows.map(({ usd }) => usd)));
  return days.get(day) ?? new Map<TokenNumber, DaySlots>();
}

/** The bitcoin price of each stored run of the day, by its time. */
export async function btcUsdOf(queries: Queries, day: number): Promise<Map<number, number>> {
  const rows = await queries.select<{ readonly at: number | string; readonly btc_usd: number }>(
    sql`SELECT at, btc_usd FROM price_runs WHERE ${isOn(day)}`,
  );
  return new Map(rows.map(({ at, btc_usd }) => [Number(at), btc_usd]));
}

/** Condition on a run: it belongs to the day. */
export const isOn = (day: number): Sql => sql`at >= ${day * DAY_SECONDS} AND at < ${(day + 1) * DAY_SECONDS}`;

/** The half days of the window (Unix seconds) that may have rows in `price_points`. */
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
