import type { Sql } from './sql.js';

export type DialectName = 'postgres' | 'sqlite';

/** Numbers as one text, as the database itself wrote them. */
export class List {
  constructor(readonly text: string) {}
}

/**
 * Rows read as one value, because drivers take several times as long to hand over hundreds of rows as the database takes
 * to find them. Both fields are null if there is no row.
 */
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
  /** Column types; those not listed are written alike everywhere. */
  readonly columnTypes: {
    /** Sorts byte by byte, whatever the locale of the database. */
    readonly text: { readonly type: string; readonly collation?: string };
    /** Up to 2^63; as the only primary key it is what SQLite stores the table by. */
    readonly whole: string;
    readonly bytes: string;
  };
  /** The n-th parameter of a statement, counted from 1. */
  placeholder(n: number): string;
  /** A condition: the column holds one of the values. */
  oneOf(column: Sql, values: readonly (string | number)[]): Sql;
  /** An aggregate: a column of numbers as the text of a `List`. */
  listOf(column: Sql): Sql;
  /** A condition: the column of numbers holds one of the list. */
  isListed(column: Sql, list: List): Sql;
  /** The columns of a `GatheredRow`. */
  gathered(numbers: Sql, bytes: Sql): Sql;
}
