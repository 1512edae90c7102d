import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import type { Candle } from '../../src/domain/price-series/candle.js';
import { ownPackage } from './own-package.js';
import { DAY, dailyPrices, END, type Load } from './price-series.js';

/** One row per price in a separate database, and candles by hand-written SQL. */
export interface PriceBaseline {
  readonly name: string;
  candles(seconds: number, from: number): Promise<readonly Candle[]>;
  /** Size of the whole database, including indexes. */
  bytes(): Promise<number>;
  close(): Promise<void>;
}

type CandleRow = readonly (number | bigint | string)[];

const candleOf = ([time, open, high, low, close, points]: CandleRow): Candle => ({
  time: Number(time),
  open: Number(open),
  high: Number(high),
  low: Number(low),
  close: Number(close),
  points: Number(points),
});

const rowsFrom = (from: number) => `FROM prices WHERE token = 0 AND time >= ${from} AND time < ${END}`;

/** Looks up the first and last price of each group by key, which needs no sort. */
const lookedUp = (seconds: number, from: number) => `
  SELECT start, (SELECT usd FROM prices WHERE token = 0 AND time = first), high, low,
    (SELECT usd FROM prices WHERE token = 0 AND time = last), points
  FROM (
    SELECT time / ${seconds} * ${seconds} AS start, MIN(time) AS first, MAX(time) AS last, MAX(usd) AS high,
      MIN(usd) AS low, COUNT(*) AS points
    ${rowsFrom(from)} GROUP BY time / ${seconds} * ${seconds}
  ) g
  ORDER BY 1`;

/** Postgres sorts small groups faster than it looks up two prices for each. */
const sorted = (seconds: number, from: number) => `
  SELECT time / ${seconds} * ${seconds} AS start, (array_agg(usd ORDER BY time))[1], MAX(usd), MIN(usd),
    (array_agg(usd ORDER BY time DESC))[1], COUNT(*)
  ${rowsFrom(from)} GROUP BY 1 ORDER BY 1`;

const aggregated = (seconds: number, from: number) => `
  SELECT time // ${seconds} * ${seconds} AS start, arg_min(usd, time), MAX(usd), MIN(usd), arg_max(usd, time), COUNT(*)
  ${rowsFrom(from)} GROUP BY start ORDER BY start`;

export async function sqliteBaseline(folder: string, load: Load): Promise<PriceBaseline> {
  const path = join(folder, 'rows.db');
  const db = new Sqlite(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = OFF');
  db.exec(
    'CREATE TABLE prices (token INTEGER, time INTEGER, usd REAL, PRIMARY KEY (token, time)) WITHOUT ROWID',
  );
  const insert = db.prepare('INSERT INTO prices VALUES (?, ?, ?)');
  for (const batch of dailyPrices(load))
    db.transaction(() => batch.forEach(({ n, time, usd }) => insert.run(n, time, usd)))();
  db.exec('VACUUM; ANALYZE');
  db.pragma('wal_checkpoint(TRUNCATE)');
  const prepared = new Map<string, Sqlite.Statement>();
  return {
    name: 'GROUP BY, SQLite',
    candles: async (seconds, from) => {
      const text = lookedUp(seconds, from);
      if (!prepared.has(text)) prepared.set(text, db.prepare(text).raw());
      return (prepared.get(text)!.all() as CandleRow[]).map(candleOf);
    },
    bytes: async () => (await stat(path)).size,
    close: async () => void db.close(),
  };
}

export async function postgresBaseline(url: string, load: Load): Promise<PriceBaseline> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    'CREATE TABLE prices (token integer, time bigint, usd double precision, PRIMARY KEY (token, time))',
  );
  for (const batch of dailyPrices(load)) {
    await client.query('INSERT INTO prices SELECT * FROM unnest($1::integer[], $2::bigint[], $3::float8[])', [
      batch.map(({ n }) => n),
      batch.map(({ time }) => time),
      batch.map(({ usd }) => usd),
    ]);
  }
  await client.query('VACUUM ANALYZE prices');
  return {
    name: 'GROUP BY, Postgres',
    candles: async (seconds, from) => {
      const query = {
        name: `candles-${seconds}-${from}`,
        text: (seconds < DAY ? sorted : lookedUp)(seconds, from),
        rowMode: 'array' as const,
      };
      return (await client.query<(number | string)[]>(query)).rows.map(candleOf);
    },
    bytes: async () => {
      const { rows } = await client.query<{ n: string }>(`SELECT pg_total_relation_size('prices') AS n`);
      return Number(rows[0]!.n);
    },
    close: () => client.end(),
  };
}

interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string): Promise<{ connect(): Promise<DuckDbConnection>; closeSync(): void }>;
  };
}

interface DuckDbConnection {
  run(statement: string): Promise<unknown>;
  prepare(statement: string): Promise<{ runAndReadAll(): Promise<{ getRows(): readonly CandleRow[] }> }>;
  createAppender(table: string): Promise<Appender>;
  closeSync(): void;
}

type Appender = Readonly<
  Record<'appendInteger' | 'appendDouble', (value: number) => void> &
    Record<'appendBigInt', (value: bigint) => void> &
    Record<'endRow' | 'flushSync' | 'closeSync', () => void>
>;

export async function duckdbBaseline(folder: string, load: Load): Promise<PriceBaseline> {
  const { DuckDBInstance } = ownPackage<DuckDb>('@duckdb/node-api');
  const path = join(folder, 'rows.duckdb');
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run('CREATE TABLE prices (token INTEGER, time BIGINT, usd DOUBLE)');
  const appender = await connection.createAppender('prices');
  for (const batch of dailyPrices(load)) {
    for (const { n, time, usd } of batch) {
      appender.appendInteger(n);
      appender.appendBigInt(BigInt(time));
      appender.appendDouble(usd);
      appender.endRow();
    }
    appender.flushSync();
  }
  appender.closeSync();
  await connection.run('CHECKPOINT');
  const prepared = new Map<number, Awaited<ReturnType<DuckDbConnection['prepare']>>>();
  return {
    name: 'DuckDB',
    candles: async (seconds, from) => {
      const statement = prepared.get(seconds) ?? (await connection.prepare(aggregated(seconds, from)));
      prepared.set(seconds, statement);
      return (await statement.runAndReadAll()).getRows().map(candleOf);
    },
    bytes: async () => (await stat(path)).size,
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
