import { setTimeout } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { END_KINDS, type End } from '../../domain/operator/end.js';
import type { Clock, EndsLog } from '../../ports/index.js';
import { StoredFields } from './database/index.js';
import { engineOf, makeFolderFor, optionsFor } from './database/index.js';
import { failureOf, isBusy } from './database/failures.js';

const TABLES = [
  'CREATE TABLE IF NOT EXISTS sluice_ends (at text NOT NULL, kind text NOT NULL, hash text NOT NULL)',
  'CREATE INDEX IF NOT EXISTS sluice_ends_by_time ON sluice_ends (at)',
  'CREATE TABLE IF NOT EXISTS sluice_ends_log (name text PRIMARY KEY, began_at text NOT NULL)',
];
/** Number of ends written or read at a time. */
const BATCH = 500;
/**
 * Limits in milliseconds, with the driver's names. A caller who ends something also waits for this database, and must get a response
 * within five seconds.
 */
const TIME_LIMITS = { connectionTimeoutMillis: 4_000, statement_timeout: 4_000, query_timeout: 4_000 };
/** Waits (ms) for another process's lock on an SQLite file: in total, in each try, which blocks the event loop, and between tries. */
const [MAX_BUSY_MS, BUSY_TIMEOUT_MS, BUSY_PAUSE_MS] = [4_000, 100, 20];

/**
 * A log of ends in a separate database, which must not be restored together with the storage's.
 *
 * @param url as `parseDatabaseUrl` takes it.
 * @example
 * const ends = await openDatabaseEndsLog('postgres://sluice@other-host/ends', systemPorts().clock);
 */
export async function openDatabaseEndsLog(
  url: string,
  clock: Clock,
): Promise<EndsLog & { close(): Promise<void> }> {
  const options = optionsFor(url);
  if (options.type === 'better-sqlite3') await makeFolderFor(options.database);
  else Object.assign(options, { extra: { ...(options.extra as object), ...TIME_LIMITS } });
  const dataSource = await new DataSource(options).initialize();
  const log = new DatabaseEndsLog(dataSource);
  try {
    await log.begin(clock.now());
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
  return log;
}

class DatabaseEndsLog implements EndsLog {
  constructor(private readonly dataSource: DataSource) {}

  async begin(now: Date): Promise<void> {
    const engine = engineOf(this.dataSource);
    await engine.prepare(this.dataSource);
    await this.refuseStorage();
    for (const statement of TABLES) await this.run(statement, []);
    await this.run(
      `INSERT INTO sluice_ends_log (name, began_at) VALUES ('ends', ${this.placeholder(0)}) ON CONFLICT (name) DO NOTHING`,
      [now.toISOString()],
    );
    if (this.isSqlite) await this.dataSource.query(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }

  async append(ends: readonly End[]): Promise<void> {
    for (let from = 0; from < ends.length; from += BATCH) {
      const values = ends
        .slice(from, from + BATCH)
        .flatMap(({ at, kind, hash }) => [at.toISOString(), kind, hash]);
      const rows = Array.from({ length: values.length / 3 }, (_, n) => this.row(3 * n));
      await this.run(`INSERT INTO sluice_ends (at, kind, hash) VALUES ${rows.join(', ')}`, values);
    }
  }

  async *since(at: Date): AsyncIterable<End> {
    for (let offset = 0; ; offset += BATCH) {
      const rows = await this.run(
        `SELECT at, kind, hash FROM sluice_ends WHERE at >= ${this.placeholder(0)}
         ORDER BY at, hash, kind LIMIT ${BATCH} OFFSET ${offset}`,
        [at.toISOString()],
      );
      for (const row of rows) {
        const fields = new StoredFields(row, 'sluice_ends');
        yield { at: fields.time('at'), kind: fields.oneOf('kind', END_KINDS), hash: fields.text('hash') };
      }
      if (rows.length < BATCH) return;
    }
  }

  async beganAt(): Promise<Date> {
    const [row] = await this.run(`SELECT began_at FROM sluice_ends_log WHERE name = 'ends'`, []);
    return new StoredFields(row ?? {}, 'sluice_ends_log').time('began_at');
  }

  /** Checks with a write, since a full or read-only database still responds to reads. */
  async check(): Promise<void> {
    await this.run(`UPDATE sluice_ends_log SET began_at = began_at WHERE name = 'ends'`, []);
  }

  async deleteBefore(at: Date): Promise<void> {
    const time = at.toISOString();
    await this.run(
      `UPDATE sluice_ends_log SET began_at = ${this.placeholder(0)} WHERE began_at < ${this.placeholder(1)}`,
      [time, time],
    );
    await this.run(`DELETE FROM sluice_ends WHERE at < ${this.placeholder(0)}`, [time]);
  }

  close(): Promise<void> {
    return this.dataSource.destroy();
  }

  private get isSqlite(): boolean {
    return engineOf(this.dataSource).name === 'sqlite';
  }

  /** Refuses a database that holds a storage, in any schema: storage and log would be restored together. */
  private async refuseStorage(): Promise<void> {
    const tables = this.isSqlite ? `sqlite_master WHERE name` : `pg_catalog.pg_tables WHERE tablename`;
    const found = await this.run(`SELECT 1 FROM ${tables} = 'sluice_migrations'`, []);
    if (found.length > 0)
      throw new Error(
        'it names a Sluice database, which would be restored together with its log: name another',
      );
  }

  private placeholder(n: number): string {
    return engineOf(this.dataSource).placeholder(n + 1);
  }

  private row(first: number): string {
    return `(${[0, 1, 2].map((n) => this.placeholder(first + n)).join(', ')})`;
  }

  private async run(statement: string, values: readonly unknown[]): Promise<readonly object[]> {
    const until = performance.now() + MAX_BUSY_MS;
    for (;;) {
      try {
        return await this.dataSource.query<readonly object[]>(statement, [...values]);
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) throw failureOf(error);
        await setTimeout(BUSY_PAUSE_MS);
      }
    }
  }
}
