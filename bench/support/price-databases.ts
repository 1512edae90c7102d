import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { openStorage, type Storage } from '../../src/adapters/typeorm/index.js';
import startProvider from '../../test/support/global-setup.js';
import stopProvider from '../../test/support/global-teardown.js';
import { provided } from '../../test/support/provided.js';
import { postgresBaseline, sqliteBaseline, type PriceBaseline } from './price-baselines.js';
import { dailyPrices, type Load } from './price-series.js';

/** A database full of prices, stored by Sluice and as one row per price. */
export interface PriceDatabase {
  readonly name: 'SQLite' | 'Postgres';
  readonly storage: Storage;
  readonly baseline: PriceBaseline;
  /** Size of the price tables and their indexes. */
  bytes(): Promise<number>;
  close(): Promise<void>;
}

async function fill(storage: Storage, load: Load): Promise<void> {
  for (const batch of dailyPrices(load)) await storage.ports.priceArchive.importPrices(batch);
}

export async function sqlitePrices(folder: string, load: Load): Promise<PriceDatabase> {
  const path = join(folder, 'sluice.db');
  const filling = await openStorage(`sqlite:${path}`);
  await fill(filling, load);
  // The last connection to close moves the write-ahead log into the file.
  await filling.close();
  const baseline = await sqliteBaseline(folder, load);
  const storage = await openStorage(`sqlite:${path}`);
  return {
    name: 'SQLite',
    storage,
    baseline,
    bytes: async () => (await stat(path)).size,
    close: async () => {
      await baseline.close();
      await storage.close();
    },
  };
}

export async function postgresPrices(_folder: string, load: Load): Promise<PriceDatabase> {
  await startProvider();
  const server = await provided('postgres');
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  const create = async (name: string) => {
    await admin.query(`CREATE DATABASE ${name}`);
    return Object.assign(new URL(server), { pathname: `/${name}` }).href;
  };
  const url = await create('sluice_bench_prices');
  const baseline = await postgresBaseline(await create('sluice_bench_price_rows'), load);
  const storage = await openStorage(url);
  await fill(storage, load);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('VACUUM ANALYZE');
  return {
    name: 'Postgres',
    storage,
    baseline,
    bytes: async () => {
      const { rows } = await client.query<{ n: string }>(
        `SELECT SUM(pg_total_relation_size(oid)) AS n FROM pg_class WHERE relname LIKE 'price\\_%' AND relkind = 'r'`,
      );
      return Number(rows[0]!.n);
    },
    close: async () => {
      await baseline.close();
      await client.end();
      await storage.close();
      await admin.end();
      await stopProvider();
    },
  };
}
