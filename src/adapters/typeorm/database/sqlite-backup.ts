import { existsSync } from 'node:fs';
import { copyFile, open, rename, rm } from 'node:fs/promises';
import { DataSource } from 'typeorm';
import { lockSqlite } from './sqlite-lock.js';

/** Contents of a database file. */
export interface BackupFacts {
  readonly orders: number;
  /** Time at which the newest order was placed; undefined if there are no orders. */
  readonly newest: Date | undefined;
}

/**
 * Copies an SQLite database into a new file while servers continue writing to the database. The copy shows the database as of one
 * moment, and is compact. The file gets its name only once the copy is checked and on disk; then the call resolves.
 *
 * @throws if the file exists, or the database cannot be read.
 * @example const { orders } = await backUpSqlite('./data/sluice.db', '/backups/sluice.db');
 */
export async function backUpSqlite(database: string, file: string): Promise<BackupFacts> {
  refuseExisting(file);
  const part = `${file}.part`;
  await rm(part, { force: true });
  await withFile(database, { readonly: true }, (source) => source.query('VACUUM INTO ?', [part]));
  await markCopy(part);
  const facts = await checkBackup(part);
  await flush(part);
  await rename(part, file);
  return facts;
}

/**
 * Replaces an SQLite database with a backup, and keeps the replaced one next to it.
 *
 * @returns the backup's contents, and the replaced database's new location; undefined if there was none.
 * @throws when the backup is damaged or is not a Sluice database, or while a server or a command has the database open.
 * @example const { replaced } = await restoreSqlite('/backups/sluice.db', './data/sluice.db', new Date());
 */
export async function restoreSqlite(
  file: string,
  database: string,
  now: Date,
): Promise<BackupFacts & { readonly replaced: string | undefined }> {
  const facts = await checkBackup(file);
  const release = await lockSqlite(database);
  try {
    return { ...facts, replaced: await replaceSqlite(file, database, now) };
  } finally {
    await release();
  }
}

async function replaceSqlite(file: string, database: string, now: Date): Promise<string | undefined> {
  const replaced = `${database}.replaced-${now.toISOString().replace(/[:.]/g, '-')}`;
  const part = `${database}.part`;
  await copyFile(file, part);
  await markCopy(part);
  await flush(part);
  const isReplaced = existsSync(database);
  if (isReplaced) {
    await leaveAlone(database);
    await rename(database, replaced);
  }
  await rename(part, database);
  return isReplaced ? replaced : undefined;
}

/** Marks the file as a copy, wherever it is put. */
const markCopy = (file: string): Promise<void> =>
  withFile(file, {}, async (copy) => {
    const tables = await rowsOf(copy, "SELECT name FROM sqlite_master WHERE name = 'database_home'");
    if (tables.length > 0) await copy.query("UPDATE database_home SET displaced_as = 'restored'");
  });

/** Checks every page, and that the tables are those of a Sluice database. */
async function checkBackup(file: string): Promise<BackupFacts> {
  if (!existsSync(file)) throw new Error(`there is no file ${file}`);
  const backup = await openFile(file, { readonly: true }).catch((cause: unknown) => {
    throw new Error(`${file} is no SQLite database`, { cause });
  });
  try {
    const [{ integrity_check: verdict } = {}] = await rowsOf(backup, 'PRAGMA integrity_check');
    if (verdict !== 'ok') throw new Error(`${file} is damaged: ${String(verdict)}`);
    const tables = await rowsOf(backup, "SELECT name FROM sqlite_master WHERE name = 'sluice_migrations'");
    if (tables.length === 0) throw new Error(`${file} holds no Sluice database`);
    const [{ orders, newest } = {}] = await rowsOf(
      backup,
      'SELECT COUNT(*) AS orders, MAX(created_at) AS newest FROM orders',
    );
    return { orders: Number(orders), newest: typeof newest === 'string' ? new Date(newest) : undefined };
  } finally {
    await backup.destroy();
  }
}

/** Moves everything from the write-ahead log into the file. SQLite refuses while another process has the file open. */
async function leaveAlone(database: string): Promise<void> {
  await withFile(database, {}, async (source) => {
    const [{ journal_mode: mode } = {}] = await rowsOf(source, 'PRAGMA journal_mode = DELETE');
    if (mode !== 'delete') throw new Error(`the journal mode stayed ${String(mode)}`);
  }).catch((cause: unknown) => {
    throw new Error(`${database} is in use: stop every program that has it open`, { cause });
  });
}

const openFile = (database: string, options: { readonly readonly?: boolean }): Promise<DataSource> =>
  new DataSource({ type: 'better-sqlite3', database, fileMustExist: true, ...options }).initialize();

async function withFile<T>(
  database: string,
  options: Parameters<typeof openFile>[1],
  work: (source: DataSource) => Promise<T>,
): Promise<T> {
  const source = await openFile(database, options);
  return work(source).finally(() => source.destroy());
}

type Row = Readonly<Record<string, unknown>>;

const rowsOf = (source: DataSource, query: string): Promise<readonly Row[]> =>
  source.query<readonly Row[]>(query);

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new Error(`${file} exists already`);
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
