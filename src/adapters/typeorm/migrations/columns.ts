import type { QueryRunner, TableColumnOptions } from 'typeorm';

type Column = (name: string) => TableColumnOptions;

/** What a table's columns are made of, in the types of the database at hand. */
export interface Columns {
  /** Sorts byte by byte on both databases, whatever locale a Postgres was made with. */
  readonly text: Column;
  /** Up to 2^31 on Postgres. */
  readonly integer: Column;
  /** Up to 2^63, and on SQLite no alias of the row's own number, even as the only primary key. */
  readonly count: Column;
  /** Up to 2^63; as the only primary key it is what SQLite stores the table by. */
  readonly whole: Column;
  readonly double: Column;
  readonly bytes: Column;
}

export function columnsOf({ dataSource }: QueryRunner): Columns {
  const isPostgres = dataSource.options.type === 'postgres';
  const typed =
    (type: string): Column =>
    (name) => ({ name, type });
  return {
    text: (name) => ({ name, type: 'text', ...(isPostgres && { collation: 'C' }) }),
    integer: typed('integer'),
    count: typed('bigint'),
    whole: typed(isPostgres ? 'bigint' : 'integer'),
    double: typed('double precision'),
    bytes: typed(isPostgres ? 'bytea' : 'blob'),
  };
}

export const primary = (column: TableColumnOptions): TableColumnOptions => ({ ...column, isPrimary: true });

export const nullable = (column: TableColumnOptions): TableColumnOptions => ({ ...column, isNullable: true });

export const unique = (column: TableColumnOptions): TableColumnOptions => ({ ...column, isUnique: true });
