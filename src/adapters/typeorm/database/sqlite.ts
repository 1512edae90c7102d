import { statSync } from 'node:fs';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { DataSource, type QueryRunner } from 'typeorm';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import { StorageFailure } from '../../../ports/index.js';
import { Database, type Engine, type ScanKind } from './database.js';
import { failureOf, isBusy } from './failures.js';
import { isOwnWork, isUrgentWork, whileCallerWaits } from './own-work.js';
import { Queries } from './queries.js';
import { lockSqlite } from './sqlite-lock.js';
import { plain, sql, type Sql } from './sql.js';
import { storeEach } from './sqlite-records.js';
import { SqliteScans } from './sqlite-scans.js';

/** Time (ms) for which a starting process waits for another process's lock. The wait blocks the event loop. */
const START_BUSY_TIMEOUT_MS = 5_000;
/** Time (ms) for which a request's write waits in the same way. It then tries again after a pause that does not block. */
const BUSY_TIMEOUT_MS = 100;
const BUSY_PAUSE_MS = 20;
/** Total time (ms) for which writes wait for another process's lock. */
const MAX_BUSY_MS = 5_000;

/** Size to which the write-ahead log is cut after a checkpoint: a long read lets it grow. */
const MAX_WAL_BYTES = 64 * 1024 * 1024;

/** Size of the writer's cache. Unlike SQLite's default of 2 MB, it fits the pages that one pass over the execution queue touches. */
const WRITER_CACHE_KB = 65_536;

/** Number of rows up to which reading them takes less time than a thread needs to start and respond. */
const FEW = 500;

const IN_MEMORY = ':memory:';
const SCHEME = 'sqlite:';

export const SQLITE: Engine = {
  name: 'sqlite',
  driver: 'better-sqlite3',
  // Takes the write lock, for which other processes wait up to the busy timeout.
  beginMigration: () => ['BEGIN IMMEDIATE'],
  endMigration: () => [],
  hasSchemas: false,
  placeholder: () => '?',
  oneOf: (column, values) => sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`,
  records: (rows) => {
    const columns = Object.keys(rows[0] ?? {}).map((name) => `value ->> '$.${name}' AS ${name}`);
    return sql`(SELECT ${plain(columns.join(', '))} FROM json_each(${JSON.stringify(rows)})) r`;
  },
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  among: (column, values) => sql`${column} IN (${values})`,
  // The transaction holds the lock, which is on the whole file.
  reach: (tables) => tables.map((table) => plain(`SELECT 1 FROM ${table} LIMIT 0`)),
  exclude: () => [],
  oldestTransaction: undefined,
  // The driver keeps every statement prepared.
  runPrepared: (runner, text, values) => runner.query(text, values, true),
  storeRecords: storeEach,
  // SQLite concatenates bytes unchanged, but as text.
  gathered: (numbers, bytes) =>
    sql`group_concat(${numbers}) AS numbers, CAST(group_concat(${bytes}, '') AS BLOB) AS bytes`,
  optionsFor: (url) =>
    url.startsWith(SCHEME) && url !== SCHEME
      ? { type: 'better-sqlite3', database: url.slice(SCHEME.length), timeout: START_BUSY_TIMEOUT_MS }
      : undefined,
  prepare: async (writer) => {
    // Reads and writes do not wait for each other, and commits survive a power failure.
    await writer.query('PRAGMA journal_mode = WAL');
    await writer.query('PRAGMA synchronous = FULL');
    await writer.query(`PRAGMA journal_size_limit = ${MAX_WAL_BYTES}`);
    await writer.query(`PRAGMA cache_size = -${WRITER_CACHE_KB}`);
  },
  own: async (writer) => {
    const file = fileOf(writer);
    if (file === undefined) return async () => {};
    // A file that is not a database is refused before a lock is left next to it.
    await writer.query('PRAGMA schema_version');
    return lockSqlite(file.path);
  },
  open: async (writer) => {
    await writer.query(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    return new SqliteDatabase(writer, await openReader(writer), fileOf(writer));
  },
};

/** Opens a second, read-only connection to the file. A database in memory has none. */
async function openReader(writer: DataSource): Promise<DataSource | undefined> {
  const { options } = writer;
  const file = fileOf(writer);
  if (options.type !== 'better-sqlite3' || file === undefined) return undefined;
  const { database, entities } = options;
  const reader = new DataSource({
    type: 'better-sqlite3',
    database,
    timeout: BUSY_TIMEOUT_MS,
    ...(entities && { entities }),
    readonly: true,
  });
  return reader.initialize();
}

/** The file as it was opened; undefined for a database in memory. */
function fileOf({ options }: DataSource): OpenedFile | undefined {
  if (options.type !== 'better-sqlite3' || options.database === IN_MEMORY) return undefined;
  const path = String(options.database);
  return { path, inode: inodeOf(path) };
}

interface OpenedFile {
  readonly path: string;
  readonly inode: string | undefined;
}

/** Number of the file itself, independent of its path; undefined if there is no file at the path. */
function inodeOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}

/** Maximum number of units in a batch, which bounds how long the first of them waits for the commit. */
const MAX_BATCH = 500;

/** Milliseconds of a turn of the event loop from which the process counts as busy, and for which a batch then waits at most. */
const [BUSY_TURN_MS, MOST_GATHERED_MS] = [0.5, 15];

/**
 * Lets units join a batch: all that have arrived and, while turns of the event loop are busy, those of the requests that keep them so.
 * Otherwise each turn would commit, which costs more than what the turn has written.
 */
async function whileBusy(): Promise<void> {
  const until = performance.now() + MOST_GATHERED_MS;
  for (let began = performance.now(); ;) {
    await setImmediate();
    const now = performance.now();
    if (now - began <= BUSY_TURN_MS || now >= until) return;
    began = now;
  }
}

interface WaitingUnit {
  /** Runs the unit inside a savepoint. Once the batch is on disk, call the returned function: it settles the unit's promise. */
  run(): Promise<() => void>;
  reject(error: unknown): void;
}

/**
 * One connection writes, so units of work run one after another. All waiting units share one transaction, each in its own
 * savepoint, because a durable commit costs far more than the writes before it. No unit resolves before that commit. BEGIN
 * IMMEDIATE makes other processes wait, for at most the busy timeout.
 */
class SqliteDatabase extends Database {
  override readonly filePath: string | undefined;
  private readonly waiting: WaitingUnit[] = [];
  /** Units of urgent calls and of the exchange's own work, which go first. */
  private readonly waitingFirst: WaitingUnit[] = [];
  private working = false;
  /** Set once the file's path no longer leads to the file: anything written to it would be lost. */
  private lost: StorageFailure | undefined;
  private readonly scans: SqliteScans | undefined;

  /**
   * @param writer runs every write. Nothing else may use its connection.
   * @param reader runs reads outside units of work. Without a reader, as for a database in memory, all reads, including scans, queue
   * with the writes.
   */
  constructor(
    private readonly writer: DataSource,
    private readonly reader: DataSource | undefined,
    private readonly file: OpenedFile | undefined,
  ) {
    super();
    this.filePath = file?.path;
    this.scans = reader && file && new SqliteScans(reader, { path: file.path, busyMs: BUSY_TIMEOUT_MS });
  }

  async read<T>(query: (queries: Queries) => Promise<T>): Promise<T> {
    if (this.lost !== undefined) throw this.lost;
    return this.reader ? query(new Queries(this.reader.createQueryRunner(), SQLITE)) : this.write(query);
  }

  override async scan<T>(kind: ScanKind, query: (queries: Queries) => Promise<T>, among?: Sql): Promise<T> {
    if (this.scans === undefined || (among !== undefined && (await this.isFew(among))))
      return this.read(query);
    // A thread opens the file by its path when it starts.
    this.checkFile();
    return query(new Queries(this.scans.runner(kind), SQLITE));
  }

  private async isFew(rows: Sql): Promise<boolean> {
    const counted = sql`SELECT COUNT(*) AS n FROM (${rows} LIMIT ${FEW + 1}) counted`;
    return (await this.read((queries) => queries.number(counted))) <= FEW;
  }

  async transact<T, E>(work: (queries: Queries) => Promise<Result<T, E>>): Promise<Result<T, E>> {
    let isAbandoned = false;
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const done = new Promise<Result<T, E>>((resolve, reject) => {
      const unit: WaitingUnit = {
        run: async () => {
          if (isAbandoned) return () => {};
          begin();
          const outcome = await this.inSavepoint(work);
          if (!outcome.ok) return () => unit.reject(outcome.error);
          const { result, appendsEvents } = outcome.value;
          return () => {
            resolve(result);
            if (appendsEvents) this.appended.tell();
          };
        },
        reject,
      };
      (isOwnWork() || isUrgentWork() ? this.waitingFirst : this.waiting).push(unit);
      if (!this.working) void this.workThrough();
    });
    // Once the unit has begun, no other process can delay it, and its outcome is soon known.
    await whileCallerWaits(Promise.race([begun, done]), () => (isAbandoned = true));
    return done;
  }

  override statement<T>(statement: (queries: Queries) => Promise<T>): Promise<T> {
    return this.write(statement);
  }

  /** Units of work never overlap, so every name is locked already. */
  async lock(): Promise<void> {}

  async close(): Promise<void> {
    await this.scans?.close();
    await this.transact(async () => ok());
    await this.reader?.destroy();
  }

  private async workThrough(): Promise<void> {
    this.working = true;
    while (this.waitingFirst.length + this.waiting.length > 0) {
      await whileBusy();
      await this.commitTogether([...this.waitingFirst.splice(0), ...this.waiting.splice(0, MAX_BATCH)]);
    }
    this.working = false;
  }

  private async commitTogether(units: readonly WaitingUnit[]): Promise<void> {
    const runner = this.writer.createQueryRunner();
    try {
      await this.begin(runner);
      const settled: (() => void)[] = [];
      for (const unit of units) settled.push(await unit.run());
      await runner.query('COMMIT');
      this.checkFile();
      for (const settle of settled) settle();
    } catch (error) {
      // On some errors SQLite itself ends the transaction. The rollback then fails, and is not needed.
      await runner.query('ROLLBACK').catch(() => undefined);
      const failure = failureOf(error);
      for (const unit of units) unit.reject(failure);
    }
  }

  /** Begins the transaction. Waits for another process's lock in short tries, yielding to the event loop between them. */
  private async begin(runner: QueryRunner): Promise<void> {
    if (this.lost !== undefined) throw this.lost;
    const until = performance.now() + MAX_BUSY_MS;
    for (;;) {
      try {
        await runner.query('BEGIN IMMEDIATE');
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) throw error;
      }
      await setTimeout(BUSY_PAUSE_MS);
    }
  }

  /** Refuses a file that was deleted, or replaced by a backup: it still takes writes, but they would be lost. */
  private checkFile(): void {
    if (this.lost !== undefined) throw this.lost;
    if (this.file === undefined || inodeOf(this.file.path) === this.file.inode) return;
    const message = `the database file ${this.file.path} was deleted or replaced: restart the server`;
    this.lost = new StorageFailure(message, undefined, true);
    throw this.lost;
  }

  /** Returns what the work throws as an error result; throws only if the surrounding transaction is lost. */
  private async inSavepoint<T, E>(
    work: (queries: Queries) => Promise<Result<T, E>>,
  ): Promise<Result<{ readonly result: Result<T, E>; readonly appendsEvents: boolean }, unknown>> {
    const runner = this.writer.createQueryRunner();
    const queries = new Queries(runner, SQLITE);
    const rollBack = async () => {
      await runner.query('ROLLBACK TO unit');
      await runner.query('RELEASE unit');
    };
    await runner.query('SAVEPOINT unit');
    try {
      const result = await work(queries);
      if (queries.failure !== undefined) throw queries.failure;
      await (result.ok ? runner.query('RELEASE unit') : rollBack());
      return ok({ result, appendsEvents: result.ok && queries.appendsEvents });
    } catch (error) {
      await rollBack().catch(() => {
        throw error;
      });
      return err(error);
    }
  }
}
