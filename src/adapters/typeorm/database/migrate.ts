import { MigrationExecutor, type DataSource } from 'typeorm';
import type { Dialect } from './dialect.js';

/** Runs the data source's pending migrations, all or none. Processes that start together take turns. */
export async function migrate(dataSource: DataSource, { beginMigration }: Dialect): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    for (const statement of beginMigration) await runner.query(statement);
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'none';
    await executor.executePendingMigrations();
    await runner.query('COMMIT');
  } catch (error) {
    // The rollback fails if the transaction never began; `error` says why.
    await runner.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
  }
}
