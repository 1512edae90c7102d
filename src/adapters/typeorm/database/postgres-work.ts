import type { Client } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import type { StorageFailure } from '../../../ports/index.js';
import { failureOf } from './failures.js';
import { Queries, type Dialect } from './queries.js';

/** Work on one connection, which can be abandoned at any time. */
export interface ConnectionWork<T> {
  readonly done: Promise<T>;
  /** Ends the connection, so that nothing more of the work is committed. */
  readonly abandon: (failure: StorageFailure) => void;
}

/** Starts work on its own connection, which is returned when the work has settled. */
export function onConnection<T>(
  source: DataSource | Promise<DataSource>,
  dialect: Dialect,
  work: (queries: Queries, runner: QueryRunner) => Promise<T>,
): ConnectionWork<T> {
  let abandoned: StorageFailure | undefined;
  let client: Client | undefined;
  const run = async () => {
    const runner = (await source).createQueryRunner();
    try {
      client = (await runner.connect()) as Client;
      if (abandoned !== undefined) throw abandoned;
      return await work(new Queries(runner, dialect), runner);
    } catch (error) {
      throw failureOf(error);
    } finally {
      client = undefined;
      await runner.release();
    }
  };
  return {
    done: run(),
    abandon: (failure) => {
      abandoned = failure;
      // Ending the connection rejects a running statement at once, and the pool then forgets the connection.
      void client?.end();
    },
  };
}
