import {
  QueryFailedError,
  type EntitySchema,
  type ObjectLiteral,
  type QueryRunner,
  type SelectQueryBuilder,
} from 'typeorm';
import { sql, type Sql } from './sql.js';

/**
 * The database refused a statement. Carries the driver's message and code only: the statement's parameters and the
 * row that a driver quotes may hold signatures.
 */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure';

  constructor(
    message: string,
    /** The driver's own, such as `23505` or `SQLITE_FULL`. */
    readonly code: string | undefined,
  ) {
    super(message);
  }
}

/** A statement that stores one row and does nothing if its key is taken. */
export interface InsertStatement<Row> {
  readonly sql: string;
  readonly columns: readonly (keyof Row & string)[];
}

export function insertInto<Row extends ObjectLiteral>(
  { options }: EntitySchema<Row>,
  key: keyof Row & string,
): InsertStatement<Row> {
  const columns = Object.keys(options.columns) as (keyof Row & string)[];
  const values = columns.map(() => '?').join(', ');
  const sql = `INSERT INTO ${options.name} (${columns.join(', ')}) VALUES (${values}) ON CONFLICT (${key}) DO NOTHING`;
  return { sql, columns };
}

/** Numbers as one text, as the database itself wrote it. */
export class List {
  constructor(readonly text: string) {}
}

/**
 * One connection's statements. Those that run for every order are SQL text, which both databases read alike and which
 * costs a tenth of the query builder; lists are built.
 */
export class Queries {
  /** The first statement that failed. A transaction that had one must not commit: Postgres would roll it back silently. */
  failure: StorageFailure | undefined;

  constructor(private readonly runner: QueryRunner) {}

  get isPostgres(): boolean {
    return this.runner.dataSource.options.type === 'postgres';
  }

  /** A column of numbers, gathered into one text that is a `List`. */
  listOf(column: Sql): Sql {
    return this.isPostgres
      ? sql`COALESCE(array_agg(DISTINCT ${column})::text, '{}')`
      : sql`json_group_array(DISTINCT ${column})`;
  }

  /** A condition: the column of numbers holds one of the list. */
  isListed(column: Sql, list: List): Sql {
    return this.isPostgres
      ? sql`${column} = ANY(${list.text}::integer[])`
      : sql`${column} IN (SELECT value FROM json_each(${list.text}))`;
  }

  /** A condition: the column holds one of the values. */
  oneOf(column: Sql, values: readonly (string | number)[]): Sql {
    return this.isPostgres
      ? sql`${column} = ANY(${values})`
      : sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
  }

  /** Runs a select. */
  select<Row>({ text, values }: Sql): Promise<Row[]> {
    return this.rows<Row>(text, values);
  }

  /** Runs a select of one number, called `n`. */
  async number(query: Sql): Promise<number> {
    const [row] = await this.select<{ n: number | string | null }>(query);
    return Number(row?.n ?? 0);
  }

  /** Runs a select whose parameters are written `?`. */
  async rows<Row>(text: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const { records } = await this.run(text, parameters);
    return records as Row[];
  }

  /** Runs a statement whose parameters are written `?`, and answers how many rows it changed. */
  async execute(text: string, parameters: readonly unknown[] = []): Promise<number> {
    const { affected } = await this.run(text, parameters);
    return affected ?? 0;
  }

  /** Answers whether the row was stored: false when its key is taken. */
  async insert<Row>({ sql, columns }: InsertStatement<Row>, row: Row): Promise<boolean> {
    const affected = await this.execute(
      sql,
      columns.map((column) => row[column]),
    );
    return affected === 1;
  }

  /** Starts a select of whole rows under the alias `row`. */
  from<Row extends ObjectLiteral>(table: EntitySchema<Row>): SelectQueryBuilder<Row> {
    return this.runner.manager.createQueryBuilder(table, 'row');
  }

  private async run(text: string, parameters: readonly unknown[]) {
    try {
      return await this.runner.query(this.numbered(text), [...parameters], true);
    } catch (error) {
      throw (this.failure ??= withoutParameters(error));
    }
  }

  private numbered(text: string): string {
    if (!this.isPostgres) return text;
    let count = 0;
    return text.replaceAll('?', () => `$${++count}`);
  }
}

function withoutParameters(error: unknown): StorageFailure {
  if (!(error instanceof QueryFailedError)) throw error;
  const { message, code } = error.driverError as Error & { readonly code?: string };
  return new StorageFailure(message, code);
}
