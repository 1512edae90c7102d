import { QueryFailedError, QueryResult, type DataSource, type QueryRunner } from 'typeorm';
import { StorageFailure } from '../../../ports/index.js';
import type { ScanKind } from './database.js';
import type { Runner } from './queries.js';
import { ReadThread, type ReadThreadOptions } from './sqlite-read-thread.js';

/** Maximum wait of a scan, and its maximum duration, ms. Finding every match among a million orders takes a tenth of that. */
const LIMIT_MS = 5_000;
/** Maximum number of waiting scans of one kind. */
const MAX_WAITING = 500;

/** The scans of a database file: each kind has its own thread, so slow searches do not delay lists. */
export class SqliteScans {
  private readonly threads: Readonly<Record<ScanKind, ReadThread>>;
  private readonly runners: Readonly<Record<ScanKind, Runner>>;

  /** @param reader builds the statements of entities; the threads run them. */
  constructor(reader: DataSource, file: Pick<ReadThreadOptions, 'path' | 'busyMs'>) {
    const options = { ...file, limitMs: LIMIT_MS, maxWaiting: MAX_WAITING };
    this.threads = { list: new ReadThread(options), search: new ReadThread(options) };
    this.runners = {
      list: runnerOn(this.threads.list, reader),
      search: runnerOn(this.threads.search, reader),
    };
  }

  runner(kind: ScanKind): Runner {
    return this.runners[kind];
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.threads).map((thread) => thread.close()));
  }
}

/** The reader's runner, except that its statements run in the thread. */
function runnerOn(thread: ReadThread, reader: DataSource): Runner {
  const runner = Object.create(reader.createQueryRunner()) as QueryRunner;
  runner.query = (async (text: string, values: unknown[] = [], isStructured = false) => {
    try {
      const rows = await thread.rows(text, values);
      return isStructured ? Object.assign(new QueryResult(), { raw: rows, records: rows }) : rows;
    } catch (error) {
      throw error instanceof StorageFailure ? error : new QueryFailedError(text, values, error as Error);
    }
  }) as QueryRunner['query'];
  return Object.assign(runner, { manager: reader.createEntityManager(runner) });
}
