import { setImmediate } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { err, ok, unwrap, type Result } from '../../../domain/shared/result.js';
import type { Database } from './database.js';
import { Queries } from './queries.js';

/** Bounds how long the first unit of a batch waits for its commit. */
const MAX_BATCH = 500;

interface WaitingUnit {
  /** Runs the unit inside a savepoint. What it answers tells the unit's caller, once the batch is on disk. */
  run(): Promise<() => void>;
  reject(error: unknown): void;
}

/**
 * SQLite: one connection writes, so units of work run one after another. All that are waiting share one transaction,
 * each in a savepoint of its own, because a durable commit costs far more than the writes before it. Nobody hears of
 * success before that commit. Other processes are held back by BEGIN IMMEDIATE, for at most the busy timeout.
 */
export class SqliteDatabase implements Database {
  private readonly waiting: WaitingUnit[] = [];
  private working = false;

  /**
   * @param writer gets every write. Nothing else may use its connection.
   * @param reader a second connection for reads outside units of work; without one (a database in memory has none)
   *   they wait their turn with the writes.
   */
  constructor(
    private readonly writer: DataSource,
    private readonly reader: DataSource | undefined,
  ) {}

  async read<T>(query: (queries: Queries) => Promise<T>): Promise<T> {
    if (this.reader !== undefined) return query(new Queries(this.reader.createQueryRunner()));
    return this.statement(query);
  }

  transact<T, E>(work: (queries: Queries) => Promise<Result<T, E>>): Promise<Result<T, E>> {
    return new Promise((resolve, reject) => {
      const unit: WaitingUnit = {
        run: async () => {
          const outcome = await this.inSavepoint(work);
          return outcome.ok ? () => resolve(outcome.value) : () => unit.reject(outcome.error);
        },
        reject,
      };
      this.waiting.push(unit);
      if (!this.working) void this.workThrough();
    });
  }

  async statement<T>(query: (queries: Queries) => Promise<T>): Promise<T> {
    return unwrap(await this.transact(async (queries) => ok(await query(queries))));
  }

  /** Units of work never overlap, so every name is locked as it is. */
  async lock(): Promise<void> {}

  async close(): Promise<void> {
    await this.transact(async () => ok());
    await this.reader?.destroy();
  }

  private async workThrough(): Promise<void> {
    this.working = true;
    while (this.waiting.length > 0) {
      // Everything that has arrived gets to join the batch; without the pause each request would commit alone.
      await setImmediate();
      await this.commitTogether(this.waiting.splice(0, MAX_BATCH));
    }
    this.working = false;
  }

  private async commitTogether(units: readonly WaitingUnit[]): Promise<void> {
    const runner = this.writer.createQueryRunner();
    try {
      await runner.query('BEGIN IMMEDIATE');
      const settled: (() => void)[] = [];
      for (const unit of units) settled.push(await unit.run());
      await runner.query('COMMIT');
      for (const settle of settled) settle();
    } catch (error) {
      // SQLite ends the transaction by itself on some errors; then there is nothing to roll back.
      await runner.query('ROLLBACK').catch(() => undefined);
      for (const unit of units) unit.reject(error);
    }
  }

  /** What the work threw comes back as an error result; this throws only if the transaction around it is lost. */
  private async inSavepoint<T, E>(
    work: (queries: Queries) => Promise<Result<T, E>>,
  ): Promise<Result<Result<T, E>, unknown>> {
    const runner = this.writer.createQueryRunner();
    const queries = new Queries(runner);
    const rollBack = async () => {
      await runner.query('ROLLBACK TO unit');
      await runner.query('RELEASE unit');
    };
    await runner.query('SAVEPOINT unit');
    try {
      const result = await work(queries);
      if (queries.failure !== undefined) throw queries.failure;
      await (result.ok ? runner.query('RELEASE unit') : rollBack());
      return ok(result);
    } catch (error) {
      await rollBack().catch(() => {
        throw error;
      });
      return err(error);
    }
  }
}
