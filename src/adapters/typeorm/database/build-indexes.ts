import { setTimeout } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import type { DialectName } from './queries.js';

/** An index on a table that may be large when the index is added to it. */
export interface LaterIndex {
  readonly name: string;
  /** Table, columns and condition, in SQL of both databases: `orders (owner, txid) WHERE txid IS NOT NULL`. */
  readonly on: string;
}

/** Arbitrary number, like that of the lock under which migrations run. */
const BUILD_LOCK = 7_585_239_405;
/** Milliseconds until a process checks again whether another one has built the index. */
const POLL_MS = 200;

/**
 * Builds the indexes that are missing. On Postgres orders are placed meanwhile, in no transaction: one process builds, and the others
 * wait for it. If it dies, the next one drops what it left behind, an invalid index, and builds it again.
 */
export async function buildIndexes(
  dataSource: DataSource,
  dialect: DialectName,
  indexes: readonly LaterIndex[],
): Promise<void> {
  if (indexes.length === 0) return;
  const runner = dataSource.createQueryRunner();
  try {
    for (const index of indexes) await BUILDERS[dialect](runner, index);
  } finally {
    await runner.release();
  }
}

const BUILDERS: Readonly<Record<DialectName, (runner: QueryRunner, index: LaterIndex) => Promise<void>>> = {
  sqlite: async (runner, { name, on }) => {
    await runner.query(`CREATE INDEX IF NOT EXISTS ${name} ON ${on}`);
  },

  postgres: async (runner, index) => {
    // Locked by attempts: the builder would wait for a transaction that waits for the lock, forever.
    while ((await stateOf(runner, index)) !== 'valid') {
      const [row] = (await runner.query(`SELECT pg_try_advisory_lock(${BUILD_LOCK}) AS locked`)) as [
        { readonly locked: boolean },
      ];
      if (row.locked) await buildAlone(runner, index);
      else await setTimeout(POLL_MS);
    }
  },
};

async function stateOf(runner: QueryRunner, { name }: LaterIndex): Promise<'missing' | 'invalid' | 'valid'> {
  const [row] = (await runner.query(
    `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('${name}')`,
  )) as { readonly valid: boolean }[];
  if (row === undefined) return 'missing';
  return row.valid ? 'valid' : 'invalid';
}

/** Builds the index on a connection that is alone with the lock, and leaves the connection as it was. */
async function buildAlone(runner: QueryRunner, index: LaterIndex): Promise<void> {
  const [{ before }] = (await runner.query(
    // A build takes as long as the table is large, and as the oldest transaction lasts.
    `SELECT current_setting('statement_timeout') AS before, set_config('statement_timeout', '0', false)`,
  )) as [{ readonly before: string }];
  const restore = () =>
    runner.query(`SELECT pg_advisory_unlock(${BUILD_LOCK}), set_config('statement_timeout', $1, false)`, [
      before,
    ]);
  try {
    const state = await stateOf(runner, index);
    if (state === 'invalid') await runner.query(`DROP INDEX CONCURRENTLY ${index.name}`);
    if (state !== 'valid') await runner.query(`CREATE INDEX CONCURRENTLY ${index.name} ON ${index.on}`);
  } catch (error) {
    // A lost connection has lost the lock as well; `error` says why.
    await restore().catch(() => undefined);
    throw error;
  }
  await restore();
}
