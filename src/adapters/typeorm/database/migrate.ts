import { MigrationExecutor, type DataSource } from 'typeorm';

/** Any number that other programs on the same Postgres are unlikely to lock. */
const LOCK = 7_585_239_404;

/** The first migration of the databases that development versions before 0.1.0 created. */
const BEFORE_RELEASES = 'Spine1790000000000';

/**
 * Runs the data source's pending migrations, all or none. Processes that start together take turns: on Postgres by an
 * advisory lock, on SQLite by the write lock, for which the busy timeout waits. Throws for a
 * database of a development version before 0.1.0.
 */
export async function migrate(dataSource: DataSource): Promise<void> {
  const isPostgres = dataSource.options.type === 'postgres';
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query(isPostgres ? 'BEGIN' : 'BEGIN IMMEDIATE');
    if (isPostgres) await runner.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'none';
    const executed = await executor.getExecutedMigrations();
    if (executed.some(({ name }) => name === BEFORE_RELEASES))
      throw new Error(
        'the database was created by a development version before 0.1.0 and cannot be upgraded: ' +
          'set DATABASE_URL to an empty database (this one stays unchanged)',
      );
    await executor.executePendingMigrations();
    await runner.query('COMMIT');
  } catch (error) {
    // Fails where the transaction never began; `error` says why.
    await runner.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
  }
}
