import { setImmediate } from 'node:timers/promises';
import { candleOf, type Candle } from '../../../domain/price-series/candle.js';
import {
  clipDay,
  DAY_SECONDS,
  dayOf,
  emptyDay,
  inQuote,
  mustBePrice,
  slotOf,
  unionOf,
  type DaySlots,
  type PackedDay,
  type PriceQuote,
  GRID_SECONDS,
  type LatestPrice,
  type PricePoint,
  type PriceRun,
} from '../../../domain/price-series/price.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import type { AlreadyExists, DayOfPrices, LatestPrices, PriceStore } from '../../../ports/index.js';
import { addToDay, closeDaysBefore, forgetAhead } from './price-days.js';
import { newestPrice, OpenDay, RunsOfDay } from './price-open-day.js';
import { BITCOIN, dayId, packRun, unpackCandles, unpackHalves, type TokenNumber } from './price-packing.js';
import { readUnpriced, unpricedText } from './price-unpriced.js';
import { allSlotsOf, slotsOf, storedDay, storedHalves } from './price-rows.js';
import { numberTokens, PriceTokens } from './price-tokens.js';
import { plain, sql, type Database, type Queries } from '../database/index.js';

/** Lock that lets only one process at a time write prices: readers rely on runs being committed in order. */
export const PRICE_LOCK = 'prices';

/** Whether a window takes more than a millisecond to read. */
export const isLongWindow = (from: number, to: number): boolean => to - from > 62 * DAY_SECONDS;

type NewestRow = Omit<LatestPrice, 'updatedAt'> & { readonly at: number | string };

export class TypeOrmPriceStore implements PriceStore {
  private readonly tokens: PriceTokens;
  private readonly openDay: OpenDay;

  constructor(private readonly database: Database) {
    this.tokens = new PriceTokens(database);
    this.openDay = new OpenDay(database);
  }

  async record(run: PriceRun): Promise<Result<void, AlreadyExists>> {
    const time = run.at.getTime() / 1000;
    slotOf(time);
    [run.btcUsd, ...[...run.prices.values()].map(({ usd }) => usd)].forEach(mustBePrice);
    const known = await this.tokens.numbersOf(run.prices.keys());
    return this.database.transact(async (queries) => {
      await this.database.lock(queries, PRICE_LOCK);
      const newest = await queries.number(sql`SELECT MAX(at) AS n FROM price_runs`);
      const inserted = await queries.execute(
        sql`INSERT INTO price_runs (at, btc_usd) VALUES (${time}, ${run.btcUsd}) ON CONFLICT (at) DO NOTHING`,
      );
      if (inserted === 0) return err({ kind: 'already-exists' });
      const numbers = await numberTokens(queries, known, run.prices.keys());
      const prices = [...run.prices].map(([token, price]) => newestPrice(numbers.get(token)!, time, price));
      if (time > newest) {
        await closeDaysBefore(queries, dayOf(time));
        await queries.execute(
          sql`INSERT INTO price_open_runs (at, btc_usd, prices, unpriced)
            VALUES (${time}, ${run.btcUsd}, ${packRun(prices)}, ${unpricedText(run)})`,
        );
      } else {
        // Readers look for runs after the last one they know, so an older run goes straight to the rows by token.
        const late = new RunsOfDay(dayOf(time));
        late.add(time, run.btcUsd, prices);
        await forgetAhead(queries, time);
        await addToDay(queries, late);
      }
      return ok();
    });
  }

  async latest(now: Date): Promise<LatestPrices> {
    const until = Math.floor(now.getTime() / 1000);
    // Reads the newest run before its prices: if a run is stored in between, the prices are newer than that run, never older.
    const [stored] = await this.database.select<{ readonly at: number | string; readonly btc_usd: number }>(
      sql`SELECT at, btc_usd FROM price_runs WHERE at <= ${until} ORDER BY at DESC LIMIT 1`,
    );
    const { newest, lastRun: last } = await this.openDay.newestUntil(until);
    const rows = await this.database.select<NewestRow>(sql`
      SELECT contract_id AS token, usd, sbtc, liquidity_usd AS "liquidityUsd", round_trip_loss AS "roundTripLoss",
        updated_at AS at FROM price_tokens WHERE updated_at <= ${until}`);
    const prices = new Map(
      rows.map(({ at, ...price }) => [price.token, { ...price, updatedAt: new Date(Number(at) * 1000) }]),
    );
    for (const { token: number, time, ...price } of newest.values()) {
      const token = await this.tokens.contractOf(number);
      const updatedAt = new Date(time * 1000);
      const known = prices.get(token);
      if (known === undefined || known.updatedAt <= updatedAt)
        prices.set(token, { ...price, token, updatedAt });
    }
    const run =
      last !== undefined && last.time >= Number(stored?.at ?? 0)
        ? { at: new Date(last.time * 1000), btcUsd: last.btcUsd, ...readUnpriced(last.unpriced) }
        : stored && { at: new Date(Number(stored.at) * 1000), btcUsd: stored.btc_usd };
    return { ...(run && { run }), prices: [...prices.values()] };
  }

  async points(token: ContractId, from: number, to: number): Promise<readonly PricePoint[]> {
    const number = await this.tokens.numberOf(token);
    if (number === undefined) return [];
    const days = await this.slotsOf([BITCOIN, number], from, to);
    return days.flatMap(([day, of]) => pointsOf(day, of.get(number), of.get(BITCOIN), from, to));
  }

  async slots(token: ContractId, quote: PriceQuote, from: number, to: number): Promise<readonly PackedDay[]> {
    const number = await this.tokens.numberOf(token);
    if (number === undefined) return [];
    const days = await this.slotsOf(quote === 'usd' ? [number] : [BITCOIN, number], from, to);
    return days.flatMap(([day, of]) => {
      const usd = of.get(number);
      if (usd === undefined) return [];
      const prices = inQuote(usd, of.get(BITCOIN) ?? usd, quote);
      const clipped = clipDay({ time: day * DAY_SECONDS, prices }, from, to);
      return clipped.prices.some(Boolean) ? [clipped] : [];
    });
  }

  async days(token: ContractId, quote: PriceQuote, from: number, to: number): Promise<readonly Candle[]> {
    const number = await this.tokens.numberOf(token);
    if (number === undefined) return [];
    const [first, last] = [Math.ceil(from / DAY_SECONDS), Math.ceil(to / DAY_SECONDS) - 1];
    // The last day counts whole, also where the window ends within it.
    const rows = sql`price_days WHERE id BETWEEN ${dayId(number, first)} AND ${dayId(number, last)}`;
    const closed = { number: sql`day`, bytes: plain(`${quote}_candle`), rows };
    const { runs, numbers, bytes } = await this.database.read((queries) =>
      this.openDay.readWith(queries, (last + 1) * DAY_SECONDS, closed),
    );
    const candles = unpackCandles(numbers, bytes).sort(byTime);
    const open = runs.day >= first && runs.day <= last ? runs.usd.get(number) : undefined;
    if (open === undefined) return candles;
    // Imports and late runs may have stored prices of the open day, with its candle.
    const stored = numbers.includes(runs.day)
      ? await this.database.read((queries) => storedDay(queries, runs.day, [BITCOIN, number]))
      : undefined;
    const all = (of: TokenNumber, slots: DaySlots) => unionOf(stored?.get(of) ?? emptyDay(), slots);
    const prices = inQuote(all(number, open), all(BITCOIN, runs.btcUsd), quote);
    const candle = candleOf(prices, runs.day * DAY_SECONDS)!;
    // Imports may have stored later days, so the list is sorted; if it is sorted already, that costs little.
    return [...candles.filter(({ time }) => time !== candle.time), candle].sort(byTime);
  }

  async *scan(from: number, to: number): AsyncIterable<DayOfPrices> {
    const runs = await this.openDay.current();
    const halves = await this.database.read((queries) => storedHalves(queries, from, to));
    const days = new Set(halves.map((half) => Math.floor(half / 2)));
    if (runs.day >= 0) days.add(runs.day);
    for (const day of [...days].sort((a, b) => a - b)) {
      if (day * DAY_SECONDS < from || day * DAY_SECONDS >= to) continue;
      // Lets pending requests run first, since unpacking a day of many tokens takes milliseconds.
      await setImmediate();
      yield* this.scanDay(day, runs);
    }
  }

  private async *scanDay(day: number, runs: RunsOfDay): AsyncIterable<DayOfPrices> {
    const tokens = await this.database.read((queries) => allSlotsOf(queries, day));
    if (day === runs.day) {
      for (const [token, slots] of [[BITCOIN, runs.btcUsd] as const, ...runs.usd])
        tokens.set(token, unionOf(tokens.get(token) ?? emptyDay(), slots));
    }
    const btcUsd = tokens.get(BITCOIN);
    for (const [number, usd] of tokens) {
      if (number === BITCOIN || btcUsd === undefined) continue;
      yield {
        token: await this.tokens.contractOf(number),
        time: day * DAY_SECONDS,
        usd,
        btcUsd: btcUsd.slice(),
      };
    }
  }

  /** The tokens' slots by day, oldest first: the days within the window, and the open day. */
  private async slotsOf(
    tokens: readonly TokenNumber[],
    from: number,
    to: number,
  ): Promise<[number, Map<TokenNumber, DaySlots>][]> {
    const read = async (queries: Queries) =>
      this.openDay.readWith(queries, to, slotsOf(queries, await storedHalves(queries, from, to), tokens));
    const { runs, numbers, bytes } = await (isLongWindow(from, to)
      ? this.database.scan('list', read)
      : this.database.read(read));
    const days = unpackHalves(numbers, bytes);
    const open = tokens.flatMap((token) => {
      const slots = token === BITCOIN ? runs.btcUsd : runs.usd.get(token);
      if (slots === undefined) return [];
      return [[token, unionOf(days.get(runs.day)?.get(token) ?? emptyDay(), slots)] as const];
    });
    if (runs.day >= 0 && runs.usd.has(tokens.at(-1)!)) days.set(runs.day, new Map(open));
    return [...days].sort(([a], [b]) => a - b);
  }
}

function pointsOf(
  day: number,
  usd: DaySlots | undefined,
  btcUsd: DaySlots | undefined,
  from: number,
  to: number,
): PricePoint[] {
  if (usd === undefined || btcUsd === undefined) return [];
  const points: PricePoint[] = [];
  let time = day * DAY_SECONDS;
  for (let slot = 0; slot < usd.length; slot++, time += GRID_SECONDS) {
    if (usd[slot] === 0 || time < from || time >= to) continue;
    points.push({ time, usd: usd[slot]!, btcUsd: btcUsd[slot]! });
  }
  return points;
}

const byTime = (a: Candle, b: Candle) => a.time - b.time;
