import { MigrationExecutor, type DataSource } from 'typeorm';
import { firstTooNew } from './neighbours.js';
import type { Dialect } from './queries.js';

/** The first migrations of the databases that development versions before 0.1.0 created. */
const BEFORE_RELEASES = ['Spine1790000000000', 'Storage1791000000000'];

/**
 * Runs all pending migrations or none, one process at a time. Returns whether the next release has run migrations, too. Throws for a
 * database from before 0.1.0, and for one on which this release must not run.
 */
export async function migrate(
  dataSource: DataSource,
  { beginMigration, endMigration }: Pick<Dialect, 'beginMigration' | 'endMigration'>,
  schema?: string,
): Promise<{ readonly isAhead: boolean }> {
  const runner = dataSource.createQueryRunner();
  try {
    for (const statement of beginMigration(schema)) await runner.query(statement);
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'none';
    const executed = await executor.getExecutedMigrations();
    if (executed.some(({ name }) => BEFORE_RELEASES.includes(name)))
      throw new Error(
        'the database was created by a development version before 0.1.0 and cannot be upgraded: ' +
          'set DATABASE_URL to an empty database (this one stays unchanged)',
      );
    const known = dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name);
    const newer = executed
      .toSorted((a, b) => a.timestamp - b.timestamp)
      .flatMap(({ name }) => (known.includes(name) ? [] : [name]));
    const tooNew = firstTooNew(newer);
    if (tooNew !== undefined)
      throw new Error(`the database was written by a newer release (${tooNew}): start that one`);
    await executor.executePendingMigrations().catch((error: unknown) => {
      throw executed.length === 0 && isTaken(error) ? new Error(TAKEN, { cause: error }) : error;
    });
    for (const statement of endMigration(schema)) await runner.query(statement);
    await runner.query('COMMIT');
    return { isAhead: newer.length > 0 };
  } catch (error) {
    // The rollback fails if the transaction never began; `error` says why.
    await runner.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
  }
}

const TAKEN =
  'the database has tables of another program with names that Sluice uses: keep its own in a schema of theirs, with the option ' +
  '`schema` or SLUICE_DB_SCHEMA, or, on SQLite, in another file (this database stays unchanged)';

/** Whether a table to be created already exists: by the code of Postgres, or the text of SQLite. */
function isTaken(error: unknown): boolean {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return code === '42P07' || /^(?:SqliteError: )?(?:table|index) .* already exists$/.test(String(message));
}
