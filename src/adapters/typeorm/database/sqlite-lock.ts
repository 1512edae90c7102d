import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { DataSource } from 'typeorm';
import { isBusy } from './failures.js';

/**
 * Makes the caller the only holder of the lock on an SQLite database, until the returned function is called or the process ends. The
 * operating system releases the lock however the process ends. Programs that do not take the lock share the database as usual.
 *
 * The lock is SQLite's own, on a database `<file>.lock` that stays empty: a lock on the database itself would exclude backups and
 * imports. `<file>.owner` names the holder.
 *
 * @throws Error that names the holder while there is another one.
 */
export async function lockSqlite(database: string): Promise<() => Promise<void>> {
  const path = existsSync(database) ? realpathSync(database) : database;
  const owner = `${path}.owner`;
  const lock = await openLock(path);
  try {
    // Nothing is written, so no journal has to survive a crash.
    await lock.query('PRAGMA journal_mode = MEMORY');
    await lock.query('BEGIN EXCLUSIVE');
    writeFileSync(owner, `process ${process.pid} on ${hostname()}`);
  } catch (error) {
    await lock.destroy();
    if (!isBusy(error)) throw error;
    throw new Error(
      `${database} is in use by ${ownerIn(owner)}: stop it first, or move to Postgres, which any number of servers share`,
      { cause: error },
    );
  }
  return async () => {
    rmSync(owner, { force: true });
    await lock.destroy();
  };
}

/**
 * Holder of the lock on the database, as `process 4711 on host`; undefined while it is free. Writes nothing.
 *
 * @example const holder = await sqliteHolder('./data/sluice.db');
 */
export async function sqliteHolder(database: string): Promise<string | undefined> {
  const path = existsSync(database) ? realpathSync(database) : database;
  if (!existsSync(`${path}.lock`)) return undefined;
  const lock = await openLock(path, { readonly: true });
  try {
    await lock.query('SELECT COUNT(*) FROM sqlite_master');
    return undefined;
  } catch (error) {
    if (!isBusy(error)) throw error;
    return ownerIn(`${path}.owner`);
  } finally {
    await lock.destroy();
  }
}

const openLock = (path: string, options: { readonly readonly?: boolean } = {}): Promise<DataSource> =>
  new DataSource({ type: 'better-sqlite3', database: `${path}.lock`, timeout: 0, ...options }).initialize();

const ownerIn = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : 'another process');
