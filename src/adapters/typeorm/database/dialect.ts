import type { Sql } from './sql.js';

export type DialectName = 'postgres' | 'sqlite';

/** Rows as one row. Both fields are null without a row. */
export interface GatheredRow {
  /** One number per row, separated by commas. */
  readonly numbers: string | null;
  /** The bytes of all rows, one after another, in the same order. */
  readonly bytes: Buffer | null;
}

/**
 * What databases write differently. A new database is one object of this type, which the compiler then asks for, and
 * an entry in each `Record<DialectName, …>`.
 */
export interface Dialect {
  readonly name: DialectName;
  /** Statements that begin a transaction in which one process at a time runs migrations. */
  readonly beginMigration: readonly string[];
  /** The n-th parameter of a statement, counted from 1. */
  placeholder(n: number): string;
  /** A condition: the column holds one of the values. */
  oneOf(column: Sql, values: readonly (string | number)[]): Sql;
  /** A condition: the text contains the part, which has no wildcards. */
  contains(text: Sql, part: string): Sql;
  /** A condition: the column holds one of the selected values, found by the column's index. */
  among(column: Sql, values: Sql): Sql;
  /** The columns of a `GatheredRow`. */
  gathered(numbers: Sql, bytes: Sql): Sql;
}
