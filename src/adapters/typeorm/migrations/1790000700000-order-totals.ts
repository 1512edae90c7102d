import type { MigrationInterface, QueryRunner } from 'typeorm';
import * as postgres from './order-totals/postgres.js';
import * as sqlite from './order-totals/sqlite.js';

/**
 * Totals of searches that need no order to be read: a number that tells whether any order has changed since they were
 * counted, and an index that tells an owner's orders by their tokens. On SQLite new orders are counted in batches.
 */
export class OrderTotals1790000700000 implements MigrationInterface {
  name = 'OrderTotals1790000700000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statementsFor(runner).UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of statementsFor(runner).DOWN) await runner.query(statement);
  }
}

const statementsFor = ({ dataSource }: QueryRunner) =>
  dataSource.options.type === 'postgres' ? postgres : sqlite;
