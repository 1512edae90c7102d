import type { MigrationInterface, QueryRunner } from 'typeorm';
import * as postgres from './order-search/postgres.js';
import * as sqlite from './order-search/sqlite.js';

/**
 * What finds orders by a part of their text and counts them without reading them: the distinct owners and token
 * triples, how many orders each triple has in each status, and trigram indexes over owners, uuids and txids.
 */
export class OrderSearch1790000200000 implements MigrationInterface {
  name = 'OrderSearch1790000200000';

  async up(runner: QueryRunner): Promise<void> {
    if (runner.dataSource.options.type !== 'postgres') return runAll(runner, sqlite.UP);
    await runAll(runner, postgres.UP);
    await postgres.addTrigramIndexes(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, runner.dataSource.options.type === 'postgres' ? postgres.DOWN : sqlite.DOWN);
  }
}

async function runAll(runner: QueryRunner, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await runner.query(statement);
}
