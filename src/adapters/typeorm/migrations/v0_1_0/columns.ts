import type { QueryRunner, TableColumnOptions } from 'typeorm';

type Column = (name: string) => TableColumnOptions;

/** Column types in the words of the connected database. */
export interface Columns {
  /** Sorts byte by byte on both databases, whatever the locale of the Postgres server. */
  readonly text: Column;
  /** Up to 2^31 on Postgres. */
  readonly integer: Column;
  /** Up to 2^63. On SQLite never an alias of the rowid, even as the only primary key. */
  readonly count: Column;
  /** Up to 2^63. On SQLite an alias of the rowid where it is the only primary key. */
  readonly whole: Column;
  readonly double: Column;
  readonly bytes: Column;
}

export const isPostgres = ({ dataSource }: QueryRunner): boolean => dataSource.options.type === 'postgres';

export function columnsOf(runner: QueryRunner): Columns {
  const onPostgres = isPostgres(runner);
  const typed =
    (type: string): Column =>
    (name) => ({ name, type });
  return {
    text: (name) => ({ name, type: 'text', ...(onPostgres && { collation: 'C' }) }),
    integer: typed('integer'),
    count: typed('bigint'),
    whole: typed(onPostgres ? 'bigint' : 'integer'),
    double: typed('double precision'),
    bytes: typed(onPostgres ? 'bytea' : 'blob'),
  };
}

export const primary = (column: TableColumnOptions): TableColumnOptions => ({ ...column, isPrimary: true });

export const generated = (column: TableColumnOptions): TableColumnOptions => ({
  ...primary(column),
  isGenerated: true,
  generationStrategy: 'increment',
});

export const nullable = (column: TableColumnOptions): TableColumnOptions => ({ ...column, isNullable: true });

export const unique = (column: TableColumnOptions): TableColumnOptions => ({ ...column, isUnique: true });
