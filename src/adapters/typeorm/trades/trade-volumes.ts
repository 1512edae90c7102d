import {
  clipDay,
  DAY_SECONDS,
  dayOf,
  emptyDay,
  GRID_SECONDS,
  type DaySlots,
  type PackedDay,
} from '../../../domain/price-series/price.js';
import { slotAt, sumOf, type DayRange } from '../../../domain/trade/volumes.js';
import { insertInto, plain, sql, type Queries, type Sql } from '../database/index.js';
import { dayId, HALVES, pointsId, type TokenNumber } from '../prices/price-packing.js';
import { packVolumes, unpackVolumes, type StoredCoverage } from './trade-rows.js';

type Whole = number | string;

const SLOTS_PER_HALF = 144;
const TOKENS = pointsId(1, 0);

/** Trades of a time. Positions find them: trades are numbered in the order of their times. */
export const tradesSince = (time: number): Sql =>
  sql`position >= (SELECT position FROM trades WHERE at >= ${time} ORDER BY at, position LIMIT 1)`;

/** Dollars by slot of the token's trades in the window, summed up from single trades. */
async function openSlots(
  queries: Queries,
  token: TokenNumber,
  from: number,
  to: number,
): Promise<Map<number, DaySlots>> {
  const side = (column: Sql) => sql`SELECT at / ${plain(String(GRID_SECONDS))} AS slot, usd FROM trades
    WHERE ${column} = ${token} AND usd IS NOT NULL AND ${tradesSince(from)} AND at < ${to}`;
  const rows = await queries.select<{ readonly slot: Whole; readonly usd: number }>(sql`
    SELECT slot, SUM(usd) AS usd FROM (${side(sql`token_in`)} UNION ALL ${side(sql`token_out`)}) sides GROUP BY slot`);
  const days = new Map<number, DaySlots>();
  for (const { slot, usd } of rows) {
    const time = Number(slot) * GRID_SECONDS;
    const slots = days.get(dayOf(time)) ?? emptyDay();
    days.set(dayOf(time), slots);
    slots[slotAt(time)] = usd;
  }
  return days;
}

/** Windows, in Unix seconds, of the part of a window that is not packed: before the packed days and after them. */
function openParts({ from: first, until }: DayRange, from: number, to: number): [from: number, to: number][] {
  if (first >= until) return [[from, to]];
  const parts: [number, number][] = [
    [from, Math.min(to, first * DAY_SECONDS)],
    [Math.max(from, until * DAY_SECONDS), to],
  ];
  return parts.filter(([start, end]) => start < end);
}

/** The token's dollars by slot in the window, oldest first. */
export async function readSlots(
  queries: Queries,
  { packed, first }: StoredCoverage,
  token: TokenNumber,
  from: number,
  to: number,
): Promise<PackedDay[]> {
  const days = new Map<number, DaySlots>();
  const lowest = Math.max(packed.from, dayOf(from));
  const highest = Math.min(packed.until, dayOf(to - 1) + 1);
  if (lowest < highest) {
    const ids = Array.from({ length: 2 * (highest - lowest) }, (_, n) => pointsId(2 * lowest + n, token));
    const rows = sql`trade_volumes WHERE ${queries.dialect.oneOf(sql`id`, ids)}`;
    const { numbers, bytes } = await queries.gathered({ number: sql`id`, bytes: sql`usd`, rows });
    const floats = unpackVolumes(numbers.length, bytes);
    for (const [n, id] of numbers.entries()) {
      const half = Math.floor(id / TOKENS);
      const day = Math.floor(half / 2);
      const slots = days.get(day) ?? emptyDay();
      days.set(day, slots);
      slots.set(floats.subarray(n * SLOTS_PER_HALF, (n + 1) * SLOTS_PER_HALF), (half % 2) * SLOTS_PER_HALF);
    }
  }
  for (const [start, end] of openParts(packed, Math.max(from, first.time), to))
    for (const [day, slots] of await openSlots(queries, token, start, end)) days.set(day, slots);
  return [...days]
    .map(([day, prices]) => clipDay({ time: day * DAY_SECONDS, prices }, from, to))
    .filter(({ prices }) => prices.some(Boolean))
    .sort((a, b) => a.time - b.time);
}

/** The token's dollars by midnight, for the days that start in the window. */
export async function readDays(
  queries: Queries,
  coverage: StoredCoverage,
  token: TokenNumber,
  from: number,
  to: number,
): Promise<Map<number, number>> {
  const first = Math.ceil(from / DAY_SECONDS);
  // Later ids belong to the next token.
  const last = Math.min(Math.ceil(to / DAY_SECONDS), dayId(1, 0)) - 1;
  const rows = await queries.select<{ readonly id: Whole; readonly usd: number }>(sql`
    SELECT id, usd FROM trade_volume_days WHERE id BETWEEN ${dayId(token, first)} AND ${dayId(token, last)}`);
  const days = new Map(rows.map(({ id, usd }) => [(Number(id) - dayId(token, 0)) * DAY_SECONDS, usd]));
  for (const [start, end] of openParts(coverage.packed, first * DAY_SECONDS, (last + 1) * DAY_SECONDS))
    for (const [day, slots] of await openSlots(queries, token, Math.max(start, coverage.first.time), end))
      days.set(day * DAY_SECONDS, sumOf(slots));
  return days;
}

/** Packs the day's trades by token. */
export async function packDay(queries: Queries, day: number): Promise<void> {
  const [from, to] = [day * DAY_SECONDS, (day + 1) * DAY_SECONDS];
  const tokens = await queries.select<{ readonly token: Whole }>(sql`
    SELECT token_in AS token FROM trades WHERE at >= ${from} AND at < ${to}
    UNION SELECT token_out FROM trades WHERE at >= ${from} AND at < ${to}`);
  for (const { token: number } of tokens) {
    const token = Number(number);
    const slots = (await openSlots(queries, token, from, to)).get(day);
    if (slots === undefined) continue;
    for (const half of HALVES) {
      const usd = packVolumes(slots, half);
      if (usd.some(Boolean))
        await queries.execute(insertInto('trade_volumes', { id: pointsId(2 * day + half, token), usd }));
    }
    await queries.execute(insertInto('trade_volume_days', { id: dayId(token, day), usd: sumOf(slots) }));
  }
}

/** Removes what is packed of the day and later ones. */
export async function unpackFrom(queries: Queries, day: number): Promise<void> {
  await queries.execute(sql`DELETE FROM trade_volumes WHERE id >= ${pointsId(2 * day, 0)}`);
  await queries.execute(
    sql`DELETE FROM trade_volume_days WHERE id % ${plain(String(dayId(1, 0)))} >= ${day}`,
  );
}
