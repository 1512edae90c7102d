import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type Database from 'better-sqlite3';

/** Data with which the thread starts. */
export interface ReadThreadData {
  /** Path of the driver's module. */
  readonly driver: string;
  readonly path: string;
  /** Time for which a read waits for another process's lock. */
  readonly busyMs: number;
}

/** A row by column. */
export type Row = Record<string, unknown>;

/** Statement to run, with its values. */
export interface ReadRequest {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Rows of a statement, or the driver's error. */
export type ReadResponse =
  { readonly rows: Row[] } | { readonly error: { readonly message: string; readonly code?: string } };

/** Size of the cache. The orders that a search for a common term checks fit into it: each page of the matches checks them again. */
const CACHE_KB = 65_536;
const MOST_STATEMENTS = 100;

const { driver, path, busyMs } = workerData as ReadThreadData;
const statements = new Map<string, Database.Statement<unknown[], Row>>();
let database: Database.Database | undefined;

function open(): Database.Database {
  const Driver = createRequire(driver)(driver) as typeof Database;
  const opened = new Driver(path, { readonly: true, fileMustExist: true, timeout: busyMs });
  opened.pragma(`cache_size = -${CACHE_KB}`);
  return opened;
}

function rowsOf({ text, values }: ReadRequest): Row[] {
  database ??= open();
  let statement = statements.get(text);
  if (statement === undefined) {
    if (statements.size === MOST_STATEMENTS) statements.clear();
    statement = database.prepare<unknown[], Row>(text);
    statements.set(text, statement);
  }
  return statement.all(...values);
}

function respond(request: ReadRequest): ReadResponse {
  try {
    return { rows: rowsOf(request) };
  } catch (error) {
    const { message, code } = error as Error & { readonly code?: string };
    return { error: { message, ...(code !== undefined && { code }) } };
  }
}

parentPort?.on('message', (request: ReadRequest) => parentPort?.postMessage(respond(request)));
