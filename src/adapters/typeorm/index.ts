import { DataSource } from 'typeorm';
import type { StorageAccess } from '../../ports/index.js';
import { MIGRATIONS, parseDatabaseUrl } from './data-source.js';
import { engineOf, migrate, sql, StorageFailure } from './database/index.js';
import { TypeOrmExecutionQueue } from './execution-queue/execution-queue.js';
import { TypeOrmPriceArchive } from './prices/price-archive.js';
import { TypeOrmPriceStore } from './prices/price-store.js';
import { TABLES } from './repositories.js';
import { plainRepositories, TypeOrmUnitOfWork } from './unit-of-work.js';

export { MIGRATIONS, parseDatabaseUrl, StorageFailure, TABLES };

export interface Storage {
  readonly ports: StorageAccess;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
  /** Waits for work that was handed in, then closes what `openStorage` opened. */
  close(): Promise<void>;
}

/**
 * Opens the storage and brings its tables up to date.
 *
 * @param database a URL (see `parseDatabaseUrl`), or a data source of the caller's own, with `TABLES` among its
 *   entities and `MIGRATIONS` among its migrations; it is initialised if it is not yet, and left open by `close`.
 *   On SQLite nothing else may write through it while the storage is open, as it has a single connection, and one
 *   process at a time should use the file.
 * @example const storage = await openStorage('sqlite:./data/sluice.db');
 */
export async function openStorage(database: string | { readonly dataSource: DataSource }): Promise<Storage> {
  const isOurs = typeof database === 'string';
  const dataSource = isOurs ? new DataSource(parseDatabaseUrl(database)) : database.dataSource;
  const opened = isOurs || !dataSource.isInitialized;
  if (!dataSource.isInitialized) await dataSource.initialize();
  const end = async () => {
    if (opened) await dataSource.destroy();
  };
  try {
    const engine = engineOf(dataSource);
    await engine.prepare(dataSource);
    await migrate(dataSource, engine);
    const connected = await engine.open(dataSource);
    return {
      ports: {
        ...plainRepositories(connected),
        unitOfWork: new TypeOrmUnitOfWork(connected),
        executionQueue: new TypeOrmExecutionQueue(connected),
        prices: new TypeOrmPriceStore(connected),
        priceArchive: new TypeOrmPriceArchive(connected),
      },
      ping: async () => {
        await connected.read((queries) => queries.select(sql`SELECT 1`));
      },
      close: async () => {
        await connected.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}
