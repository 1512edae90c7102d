import type { Result } from '../../../domain/shared/result.js';
import type { Queries } from './queries.js';

/** A database as the repositories use it, whichever it is. */
export interface Database {
  /** Sees what is committed. */
  read<T>(query: (queries: Queries) => Promise<T>): Promise<T>;
  /** Commits when the work's result is ok and no statement failed; otherwise leaves nothing behind. */
  transact<T, E>(work: (queries: Queries) => Promise<Result<T, E>>): Promise<Result<T, E>>;
  /** Runs a single statement, which commits by itself: a third of the round trips of a transaction on Postgres. */
  statement<T>(query: (queries: Queries) => Promise<T>): Promise<T>;
  /** Holds back other transactions that lock the same name until the one of `queries` ends. */
  lock(queries: Queries, name: string): Promise<void>;
  /** Waits for the work that was handed in. */
  close(): Promise<void>;
}

/** How a repository reaches its rows: on the connection of its unit of work, or on one of its own outside. */
export interface Session {
  read<T>(query: (queries: Queries) => Promise<T>): Promise<T>;
  write<T>(change: (queries: Queries, lock: (name: string) => Promise<void>) => Promise<T>): Promise<T>;
  /** A write of one statement, durable when it resolves, or inside the unit of work. */
  writeOne<T>(statement: (queries: Queries) => Promise<T>): Promise<T>;
}
