import {
  dayOf,
  emptyDay,
  GRID_SECONDS,
  slotOf,
  type DaySlots,
  type Price,
} from '../../../domain/price-series/price.js';
import {
  gatheredFrom,
  prepared,
  sql,
  type Database,
  type Gathered,
  type GatheredRow,
  type Gathering,
  type Queries,
} from '../database/index.js';
import { unpackRun, type PackedPrice, type TokenNumber } from './price-packing.js';

export interface OpenRunRow {
  readonly at: number | string;
  readonly btc_usd: number;
  readonly prices: Buffer;
}

/** The newest run, and the newest price of each token. */
export interface NewestOfDay {
  readonly newest: ReadonlyMap<TokenNumber, NewestPrice>;
  readonly lastRun: LastRun | undefined;
}

interface LastRun {
  readonly time: number;
  readonly btcUsd: number;
  readonly unpriced: string | null;
}

/** A run's row with the column that is read only for the newest run. */
interface NewRunRow extends OpenRunRow {
  readonly unpriced: string | null;
}

/** A run beside gathered rows, with its prices in their column. */
type RunBesideRow = Omit<NewRunRow, 'prices'> & { readonly bytes: Buffer };

const isRun = (row: GatheredRow | RunBesideRow): row is RunBesideRow => 'at' in row && row.at !== null;

export interface NewestPrice extends PackedPrice {
  /** Unix seconds. */
  readonly time: number;
}

/** The price, built field by field: a spread costs ten times as much, and a day has a hundred thousand prices. */
export const newestPrice = (
  token: TokenNumber,
  time: number,
  { usd, sbtc, liquidityUsd, roundTripLoss }: Price,
): NewestPrice => ({ token, time, usd, sbtc, liquidityUsd, roundTripLoss });

/** Runs of one day, by token. */
export class RunsOfDay {
  readonly btcUsd: DaySlots = emptyDay();
  readonly usd = new Map<TokenNumber, DaySlots>();
  readonly newest = new Map<TokenNumber, NewestPrice>();

  constructor(readonly day: number) {}

  add(time: number, btcUsd: number, prices: readonly PackedPrice[]): void {
    this.btcUsd[slotOf(time)] = btcUsd;
    for (const price of prices) {
      let slots = this.usd.get(price.token);
      if (slots === undefined) this.usd.set(price.token, (slots = emptyDay()));
      slots[slotOf(time)] = price.usd;
      const newest = this.newest.get(price.token);
      if (newest === undefined || newest.time < time)
        this.newest.set(price.token, newestPrice(price.token, time, price));
    }
  }

  addRow({ at, btc_usd, prices }: OpenRunRow): void {
    this.add(Number(at), btc_usd, unpackRun(prices));
  }
}

/** The newest day's runs, unpacked once. Runs are appended in order, so new ones come after the last known one. */
export class OpenDay {
  private runs = new RunsOfDay(-1);
  /** The newest run that was read. */
  private lastRun: LastRun | undefined;

  constructor(private readonly database: Database) {}

  /**
   * Reads closed days together with the runs for a window that ends at `to` (Unix seconds), in one statement. The runs are refreshed
   * only if a newer one may be in the window.
   */
  async readWith(
    queries: Queries,
    to: number,
    closed: Gathering,
  ): Promise<Gathered & { readonly runs: RunsOfDay }> {
    const { lastRun, runs } = this;
    // Runs are appended in order. Those of a day that is closed meanwhile are still in memory.
    if (lastRun !== undefined && to <= lastRun.time + GRID_SECONDS)
      return { ...(await queries.gathered(closed)), runs };
    const both = sql`
      SELECT ${queries.dialect.gathered(closed.number, closed.bytes)}, CAST(NULL AS BIGINT) AS at,
        CAST(NULL AS DOUBLE PRECISION) AS btc_usd, CAST(NULL AS TEXT) AS unpriced FROM ${closed.rows}
      UNION ALL SELECT NULL, prices, at, btc_usd, unpriced FROM price_open_runs WHERE at > ${this.lastTime} ORDER BY at`;
    const rows = await queries.select<GatheredRow | RunBesideRow>(prepared(both));
    const found = rows.filter(isRun).map(({ bytes, ...run }) => ({ ...run, prices: bytes }));
    this.add(found);
    const newest = found.length === 0 ? lastRun?.time : Number(found.at(-1)!.at);
    // Another read has found the day closed: its runs are in rows that this one has not seen.
    if (newest !== undefined && dayOf(newest) !== this.runs.day) return this.readWith(queries, to, closed);
    return { ...gatheredFrom(rows.find((row): row is GatheredRow => !isRun(row))), runs: this.runs };
  }

  async current(): Promise<RunsOfDay> {
    const newer = sql`
      SELECT at, btc_usd, prices, unpriced FROM price_open_runs WHERE at > ${this.lastTime} ORDER BY at`;
    this.add(await this.database.select<NewRunRow>(prepared(newer)));
    return this.runs;
  }

  /** Time of the newest run that was read, Unix seconds; -1 if there is none. */
  private get lastTime(): number {
    return this.lastRun?.time ?? -1;
  }

  private add(rows: readonly NewRunRow[]): void {
    for (const row of rows) {
      const time = Number(row.at);
      // A concurrent read has already added this run.
      if (this.lastRun !== undefined && time <= this.lastRun.time) continue;
      if (dayOf(time) !== this.runs.day) this.runs = new RunsOfDay(dayOf(time));
      this.runs.addRow(row);
      this.lastRun = lastRunOf(row);
    }
  }

  /** Newest run and prices at the time, Unix seconds. Reads the day again only if a clock that was ahead recorded later runs. */
  async newestUntil(time: number): Promise<NewestOfDay> {
    const { day, newest } = await this.current();
    if (this.lastRun === undefined || this.lastRun.time <= time) return { newest, lastRun: this.lastRun };
    const rows = await this.database.select<NewRunRow>(
      sql`SELECT at, btc_usd, prices, unpriced FROM price_open_runs WHERE at <= ${time} ORDER BY at`,
    );
    const runs = new RunsOfDay(day);
    for (const row of rows) runs.addRow(row);
    return { newest: runs.newest, lastRun: rows.map(lastRunOf).at(-1) };
  }
}

const lastRunOf = ({ at, btc_usd, unpriced }: NewRunRow): LastRun => ({
  time: Number(at),
  btcUsd: btc_usd,
  unpriced,
});
