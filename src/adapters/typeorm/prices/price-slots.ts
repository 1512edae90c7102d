import { DAY_SECONDS, type DaySlots } from '../../../domain/price-series/day.js';
import { pointsId, unpackHalves, type TokenNumber } from './price-packing.js';
import { sql, type GatheredRow, type Queries } from '../database/index.js';

/** Slots by day since the epoch and token. */
export type SlotsByDay = Map<number, Map<TokenNumber, DaySlots>>;

export const numbersOf = ({ numbers }: GatheredRow): number[] => numbers?.split(',').map(Number) ?? [];

/** The stored slots of these tokens in these half days. */
export async function storedSlots(
  queries: Queries,
  halfDays: readonly number[],
  tokens: readonly TokenNumber[],
): Promise<SlotsByDay> {
  const ids = halfDays.flatMap((half) => tokens.map((token) => pointsId(half, token)));
  const [row] = await queries.select<GatheredRow>(
    sql`SELECT ${queries.dialect.gathered(sql`id`, sql`usd`)} FROM price_points WHERE ${queries.oneOf(sql`id`, ids)}`,
  );
  return unpackHalves(numbersOf(row!), row!.bytes ?? Buffer.alloc(0));
}

/** The stored slots of these tokens on the day. */
export async function storedDay(
  queries: Queries,
  day: number,
  tokens: readonly TokenNumber[],
): Promise<Map<TokenNumber, DaySlots>> {
  const days = await storedSlots(queries, [2 * day, 2 * day + 1], tokens);
  return days.get(day) ?? new Map<TokenNumber, DaySlots>();
}

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
