import type {
  EntityManager,
  EntitySchema,
  ObjectLiteral,
  QueryDeepPartialEntity,
  QueryResult,
  QueryRunner,
} from 'typeorm';
import { StorageFailure } from '../../../ports/index.js';
import { failureOf } from './failures.js';
import { prepared, sql, textOf, type Sql } from './sql.js';

/** One connection's statements: as SQL on hot paths, through TypeORM's entities elsewhere (docs/adr/0016-sql-on-hot-paths.md). */
export class Queries {
  /** The first statement that failed. Its transaction must not commit: Postgres would silently roll it back. */
  failure: StorageFailure | undefined;

  /** Whether the transaction appends order events. Readers are notified of them after the commit. */
  appendsEvents = false;

  constructor(
    private readonly runner: Runner,
    readonly dialect: Dialect,
  ) {}

  /** Runs a select. */
  async select<Row>(query: Sql): Promise<Row[]> {
    const { records } = await this.run(query);
    return records as Row[];
  }

  /** Runs a select of one number, called `n`. */
  async number(query: Sql): Promise<number> {
    const [row] = await this.select<{ n: number | string | null }>(query);
    return Number(row?.n ?? 0);
  }

  /**
   * A number from each row, and the bytes of all rows, concatenated. Returned one by one, hundreds of rows would take the driver several
   * times as long as the database takes to find them.
   */
  async gathered({ number, bytes, rows }: Gathering): Promise<Gathered> {
    const gathered = sql`SELECT ${this.dialect.gathered(number, bytes)} FROM ${rows}`;
    const [row] = await this.select<GatheredRow>(prepared(gathered));
    return gatheredFrom(row);
  }

  /** Runs a statement. Returns the number of changed rows. */
  async execute(statement: Sql): Promise<number> {
    const { affected } = await this.run(statement);
    return affected ?? 0;
  }

  /**
   * Runs a statement that stores records of one shape, from the table `r` that it is given, as `Dialect.records` makes it. The records
   * are the only values of the statement. Returns the rows of all records, and the number of changed ones.
   */
  store(records: readonly object[], statement: (records: Sql) => Sql): Promise<StatementResult> {
    return this.guarded(() => this.dialect.storeRecords(this.runner, records, statement));
  }

  /** Runs the work with TypeORM's entity manager on this connection. */
  entities<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.guarded(() => work(this.runner.manager));
  }

  /** Stores the row unless its key is taken. Returns whether it did. */
  async insertIfAbsent<Row extends ObjectLiteral>(
    table: EntitySchema<Row>,
    row: QueryDeepPartialEntity<Row>,
  ): Promise<boolean> {
    const insert = this.runner.manager.createQueryBuilder().insert().into(table).values(row).orIgnore();
    // The builder's own result does not say how many rows it stored.
    const [text, values] = insert.getQueryAndParameters();
    const { affected } = await this.guarded(() => this.runner.query(text, values, true));
    return affected === 1;
  }

  private run({ texts, values, isPrepared }: Sql): Promise<StatementResult> {
    const text = textOf(texts, (n) => this.dialect.placeholder(n));
    return this.guarded(() =>
      isPrepared
        ? this.dialect.runPrepared(this.runner, text, [...values])
        : this.runner.query(text, [...values], true),
    );
  }

  private async guarded<T>(statement: () => Promise<T>): Promise<T> {
    try {
      return await statement();
    } catch (error) {
      const failure = failureOf(error);
      if (failure instanceof StorageFailure) this.failure ??= failure;
      throw this.failure ?? failure;
    }
  }
}

/** Properties of TypeORM's connection that statements need. */
export type Runner = Pick<QueryRunner, 'query' | 'manager' | 'connect'>;

export type DialectName = 'postgres' | 'sqlite';

/** The rows that a statement returned, and the number of changed rows. */
export type StatementResult = Pick<QueryResult, 'records' | 'affected'>;

/** Rows to combine into one: a number and bytes of each. */
export interface Gathering {
  readonly number: Sql;
  readonly bytes: Sql;
  /** The part of the select after FROM. */
  readonly rows: Sql;
}

/** The numbers of some rows, and their bytes, concatenated in the same order. */
export interface Gathered {
  readonly numbers: readonly number[];
  readonly bytes: Buffer;
}

export const gatheredFrom = (row: GatheredRow | undefined): Gathered => ({
  numbers: row?.numbers?.split(',').map(Number) ?? [],
  bytes: row?.bytes ?? Buffer.alloc(0),
});

/** Several rows combined into one. Both fields are null if there were none. */
export interface GatheredRow {
  /** One number per row, separated by commas. */
  readonly numbers: string | null;
  /** The bytes of all rows, concatenated in the same order. */
  readonly bytes: Buffer | null;
}

/** Syntax that differs between databases. A new database needs a dialect, and an entry in each `Record<DialectName, …>`. */
export interface Dialect {
  readonly name: DialectName;
  /** Statements that begin a transaction in which one process at a time runs migrations. */
  beginMigration(schema: string | undefined): readonly string[];
  /** The last statements before the commit of that transaction. */
  endMigration(schema: string | undefined): readonly string[];
  /** The n-th parameter of a statement, counted from 1. */
  placeholder(n: number): string;
  /** A condition that the column holds one of the values. */
  oneOf(column: Sql, values: readonly (string | number)[]): Sql;
  /**
   * The rows, all of one shape, as a table `r` with a column for each property, its texts and whole numbers. The text of a statement
   * does not depend on their number, so its plan can be kept.
   */
  records(rows: readonly object[]): Sql;
  /** A condition that the text contains the part, which has no wildcards. */
  contains(text: Sql, part: string): Sql;
  /** A condition that the column holds one of the selected values, for which the column's index is used. */
  among(column: Sql, values: Sql): Sql;
  /** Statements of a transaction. They wait until no lock blocks writes to these tables, and fail if a table is missing. */
  reach(tables: readonly string[]): readonly Sql[];
  /** Statements of a transaction that is alone with the table until it ends. They fail if another one uses the table for long. */
  exclude(table: string): readonly Sql[];
  /** Selects the age in seconds of the oldest transaction of other connections, as `n`, null if there is none; undefined if unknown. */
  readonly oldestTransaction: Sql | undefined;
  /** Runs a statement whose plan the connection keeps. Throws as the runner does. */
  runPrepared(runner: Runner, text: string, values: unknown[]): Promise<StatementResult>;
  /** Runs `Queries.store`: once for all records, or once for each, whichever takes less. Throws as the runner does. */
  storeRecords(
    runner: Runner,
    records: readonly object[],
    statement: (records: Sql) => Sql,
  ): Promise<StatementResult>;
  /** The columns of a `GatheredRow`. */
  gathered(numbers: Sql, bytes: Sql): Sql;
}
