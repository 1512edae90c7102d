import type { DataSource, DataSourceOptions, EntityManager } from 'typeorm';
import { Listeners } from '../../../domain/shared/listeners.js';
import { ok, unwrap, type Result } from '../../../domain/shared/result.js';
import type { Position } from './position.js';
import type { Dialect, Queries } from './queries.js';
import type { Sql } from './sql.js';

type Work<T> = (queries: Queries) => Promise<T>;

/** Blocks other transactions that lock one of the same names until this one ends. The names are locked in their order. */
export type Lock = (...names: readonly string[]) => Promise<void>;

/** Kinds of long reads: those of one kind do not wait for those of the other. */
export type ScanKind = 'list' | 'search';

/** A repository's access to its rows: on the connection of its unit of work, or outside one. */
export abstract class Session {
  abstract read<T>(query: Work<T>): Promise<T>;
  /** Writes in one transaction: durable when it resolves, or part of the unit of work. */
  abstract write<T>(change: (queries: Queries, lock: Lock) => Promise<T>): Promise<T>;
  /** Like `write`, for a single statement: a third of the round trips of a transaction on Postgres. */
  statement<T>(statement: Work<T>): Promise<T> {
    return this.read(statement);
  }

  /**
   * Runs a read that may take long: its statements block neither the event loop nor short reads and writes. Rejects with an
   * outage if a statement takes too long or if too many are waiting.
   *
   * @param _among selects the rows that the query searches, if an index finds them. If they are few, they are read without a scan.
   */
  scan<T>(_kind: ScanKind, query: Work<T>, _among?: Sql): Promise<T> {
    return this.read(query);
  }

  select<Row>(query: Sql): Promise<Row[]> {
    return this.read((queries) => queries.select<Row>(query));
  }

  /** Reads through TypeORM's entities. */
  query<T>(query: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.read((queries) => queries.entities(query));
  }

  /** Writes through TypeORM's entities, in a single statement. */
  change<T>(statement: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.statement((queries) => queries.entities(statement));
  }
}

/** A database. As a session it sees only committed rows, and each write is its own transaction. */
export abstract class Database extends Session {
  /** Listeners that are called after each commit that appended order events. */
  protected readonly appended = new Listeners();
  /** The path of the file that holds the database; undefined if none does. */
  readonly filePath: string | undefined = undefined;
  /** Commits if the work's result is ok and no statement failed; otherwise leaves nothing behind. */
  abstract transact<T, E>(work: Work<Result<T, E>>): Promise<Result<T, E>>;
  abstract lock(queries: Queries, ...names: readonly string[]): Promise<void>;
  /** Calls the listener after each commit that appended order events. Returns a function that unsubscribes it. */
  onAppended(listener: () => void): () => void {
    return this.appended.add(listener);
  }

  /** Calls the listener after each commit, within the work that committed, with a position behind the commit. Only Postgres has any. */
  onCommitted(_listener: (position: Position) => void): void {}

  /** Waits for pending work. */
  abstract close(): Promise<void>;

  async write<T>(change: (queries: Queries, lock: Lock) => Promise<T>): Promise<T> {
    const work = async (queries: Queries) =>
      ok(await change(queries, (...names) => this.lock(queries, ...names)));
    return unwrap(await this.transact(work));
  }
}

/** A kind of database: how to name, prepare and open one. */
export interface Engine extends Dialect {
  /** TypeORM's name of the driver. */
  readonly driver: DataSourceOptions['type'];
  /** Whether tables can be in a schema of their own. */
  readonly hasSchemas: boolean;
  /** Data source options for the URL; undefined if it names another kind of database. */
  optionsFor(url: string, schema: string | undefined): DataSourceOptions | undefined;
  /**
   * Keeps other owners out of a database that allows only one, until the returned function is called. Throws an error that
   * names the other owner. Writes nothing to the database.
   */
  own(dataSource: DataSource): Promise<() => Promise<void>>;
  /** Sets up the connection of an initialised data source, before migrations run. */
  prepare(dataSource: DataSource): Promise<void>;
  /** Opens an initialised, prepared and migrated data source. */
  open(dataSource: DataSource, schema?: string): Promise<Database>;
}
