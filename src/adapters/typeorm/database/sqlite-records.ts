import type Sqlite from 'better-sqlite3';
import { QueryFailedError } from 'typeorm';
import type { Runner, StatementResult } from './queries.js';
import { plain, sql, type Sql } from './sql.js';

type Statement = Sqlite.Statement<unknown[], object>;

/** Prepared statements by text. There are few: one for each shape of records that is stored. */
const prepared = new WeakMap<Sqlite.Database, Map<string, Statement>>();

/**
 * Runs a statement once for each record. On SQLite that costs less than one run for all: there is no round trip to save, and taking a
 * row apart as JSON costs as much as storing it. The driver is called directly, because TypeORM would add a third.
 */
export async function storeEach(
  runner: Runner,
  records: readonly object[],
  statement: (records: Sql) => Sql,
): Promise<StatementResult> {
  const connection = (await runner.connect()) as Sqlite.Database;
  const columns = Object.keys(records[0] ?? {}).map((name) => `? AS ${name}`);
  const text = statement(sql`(SELECT ${plain(columns.join(', '))}) r`).texts.join('');
  const rows: object[] = [];
  let affected = 0;
  try {
    const run = statementOf(connection, text);
    for (const record of records) {
      const values: readonly unknown[] = Object.values(record);
      if (run.reader) rows.push(...run.all(...values));
      else affected += run.run(...values).changes;
    }
  } catch (error) {
    throw new QueryFailedError(text, [], error as Error);
  }
  return { records: rows, affected: affected + rows.length };
}

function statementOf(connection: Sqlite.Database, text: string): Statement {
  let known = prepared.get(connection);
  if (known === undefined) prepared.set(connection, (known = new Map<string, Statement>()));
  let statement = known.get(text);
  if (statement === undefined) known.set(text, (statement = connection.prepare<unknown[], object>(text)));
  return statement;
}
