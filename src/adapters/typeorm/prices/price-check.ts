import { DAY_SECONDS, emptyDay, slotOf, unionOf } from '../../../domain/price-series/price.js';
import type { PriceCheck, PriceDifference } from '../../../ports/index.js';
import { sql, type Database, type Queries } from '../database/index.js';
import { candleColumns, openRunsOf } from './price-days.js';
import { BITCOIN, type TokenNumber } from './price-packing.js';
import { allSlotsOf, btcUsdOf } from './price-rows.js';
import type { PriceTokens } from './price-tokens.js';

type Found = { days: number; points: number; readonly differences: PriceDifference[] };
/** A row of `price_days` by column. */
type DayRow = Readonly<Record<string, number | string | Buffer>>;

type StoredDay = Awaited<ReturnType<typeof storedOf>>;

/** Compares the derived columns with the prices that they come from, one day in memory at a time. */
export async function checkDays(
  database: Database,
  tokens: PriceTokens,
  progress: (days: number, ofDays: number) => void = () => {},
): Promise<PriceCheck> {
  const found: Found = { days: 0, points: 0, differences: [] };
  const days = await database.select<{ day: number | string }>(sql`
    SELECT half_day / 2 AS day FROM price_points UNION SELECT day FROM price_days
    UNION SELECT at / 86400 FROM price_runs ORDER BY 1`);
  for (const [index, { day: text }] of days.entries()) {
    const day = Number(text);
    const stored = await database.read((queries) => storedOf(queries, day));
    const numbers = new Set([...stored.slots.keys(), ...stored.rows.map(({ token }) => Number(token))]);
    for (const number of numbers) {
      if (number === BITCOIN) continue;
      const token = await tokens.contractOf(number);
      const fields = checkToken(day, number, stored, found);
      found.differences.push(...fields.map((field) => ({ token, day: day * DAY_SECONDS, field })));
    }
    if (!isBitcoinRight(stored)) found.differences.push({ day: day * DAY_SECONDS, field: 'btc_usd' });
    progress(index + 1, days.length);
  }
  return found;
}

async function storedOf(queries: Queries, day: number) {
  return {
    slots: await allSlotsOf(queries, day),
    rows: await queries.select<DayRow>(sql`SELECT * FROM price_days WHERE day = ${day}`),
    runs: await btcUsdOf(queries, day),
    openBtcUsd: (await openRunsOf(queries, day)).btcUsd,
  };
}

/** Returns the names of the wrong columns, or of the table if its row is missing. */
function checkToken(day: number, token: TokenNumber, { slots, rows }: StoredDay, found: Found): string[] {
  const usd = slots.get(token);
  const row = rows.find((each) => Number(each['token']) === token);
  const points = usd?.filter((price) => price !== 0).length ?? 0;
  found.days++;
  found.points += points;
  if (usd === undefined || points === 0) return ['price_points'];
  if (row === undefined) return ['price_days'];
  const expected = candleColumns(day, usd, slots.get(BITCOIN) ?? emptyDay());
  return Object.entries(expected)
    .filter(([column, value]) => !isSame(row[column], value))
    .map(([column]) => column);
}

/** Whether the stored value is the expected one. Postgres returns whole numbers as text. */
const isSame = (stored: DayRow[string] | undefined, expected: number | Buffer): boolean =>
  expected instanceof Buffer
    ? stored instanceof Buffer && stored.equals(expected)
    : Number(stored) === expected;

/** Whether the bitcoin prices stored with the points are exactly those of the runs. */
function isBitcoinRight({ slots, runs, openBtcUsd }: StoredDay): boolean {
  const ofRuns = emptyDay();
  for (const [time, btcUsd] of runs) ofRuns[slotOf(time)] = btcUsd;
  return unionOf(slots.get(BITCOIN) ?? emptyDay(), openBtcUsd).every((price, slot) => price === ofRuns[slot]);
}
