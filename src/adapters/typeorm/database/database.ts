import type { DataSource, DataSourceOptions } from 'typeorm';
import type { Result } from '../../../domain/shared/result.js';
import type { Dialect } from './dialect.js';
import type { Queries } from './queries.js';

/** A database as the repositories use it. */
export interface Database {
  /** Sees committed rows only. */
  read<T>(query: (queries: Queries) => Promise<T>): Promise<T>;
  /** Commits if the work's result is ok and no statement failed; otherwise leaves nothing behind. */
  transact<T, E>(work: (queries: Queries) => Promise<Result<T, E>>): Promise<Result<T, E>>;
  /** Runs a single statement, which commits by itself: a third of the round trips of a transaction on Postgres. */
  statement<T>(query: (queries: Queries) => Promise<T>): Promise<T>;
  /** Blocks other transactions that lock the same name until the one of `queries` ends. */
  lock(queries: Queries, name: string): Promise<void>;
  /** Waits for pending work. */
  close(): Promise<void>;
}

/** How a repository reaches its rows: on the connection of its unit of work, or outside one. */
export interface Session {
  read<T>(query: (queries: Queries) => Promise<T>): Promise<T>;
  write<T>(change: (queries: Queries, lock: (name: string) => Promise<void>) => Promise<T>): Promise<T>;
  /** A write of one statement: durable when it resolves, or part of the unit of work. */
  writeOne<T>(statement: (queries: Queries) => Promise<T>): Promise<T>;
}

/** A kind of database: how to name one, prepare it and open it. */
export interface Engine extends Dialect {
  /** TypeORM's name of the driver. */
  readonly driver: DataSourceOptions['type'];
  /** Data source options for the URL; undefined when it names another kind of database. */
  optionsFor(url: string): DataSourceOptions | undefined;
  /** Sets up the connection of an initialised data source, before migrations run. */
  prepare(dataSource: DataSource): Promise<void>;
  /** Opens an initialised, prepared and migrated data source. */
  open(dataSource: DataSource): Promise<Database>;
}
