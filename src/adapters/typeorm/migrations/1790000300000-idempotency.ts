import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnsOf, nullable, primary } from './columns.js';

/** Requests that carried an idempotency key, with their answers. */
export class Idempotency1790000300000 implements MigrationInterface {
  name = 'Idempotency1790000300000';

  async up(runner: QueryRunner): Promise<void> {
    const { text } = columnsOf(runner);
    await runner.createTable(
      new Table({
        name: 'idempotency_keys',
        columns: [
          primary(text('id')),
          text('fingerprint'),
          text('state'),
          text('claimed_at'),
          text('expires_at'),
          nullable(text('answer')),
        ],
        indices: [{ name: 'idempotency_keys_by_expiry', columnNames: ['expires_at'] }],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('idempotency_keys');
  }
}
