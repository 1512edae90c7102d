import type { DataSource } from 'typeorm';
import type { Result } from '../../../domain/shared/result.js';
import type { Database } from './database.js';
import { Queries } from './queries.js';

/** Postgres: each unit of work has a pooled connection and a READ COMMITTED transaction of its own. */
export class PostgresDatabase implements Database {
  constructor(private readonly dataSource: DataSource) {}

  async read<T>(query: (queries: Queries) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      return await query(new Queries(runner));
    } finally {
      await runner.release();
    }
  }

  statement<T>(query: (queries: Queries) => Promise<T>): Promise<T> {
    return this.read(query);
  }

  async transact<T, E>(work: (queries: Queries) => Promise<Result<T, E>>): Promise<Result<T, E>> {
    const runner = this.dataSource.createQueryRunner();
    const queries = new Queries(runner);
    try {
      await runner.startTransaction();
      const result = await work(queries);
      if (queries.failure !== undefined) throw queries.failure;
      await (result.ok ? runner.commitTransaction() : runner.rollbackTransaction());
      return result;
    } catch (error) {
      // A rollback fails on a connection that is gone, and then the server has rolled back by itself.
      await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }

  async lock(queries: Queries, name: string): Promise<void> {
    await queries.rows('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [name]);
  }

  async close(): Promise<void> {
    // The pool itself waits for connections in use.
  }
}
