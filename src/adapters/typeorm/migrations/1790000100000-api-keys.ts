import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnsOf, nullable, primary } from './columns.js';

/** API keys, what they were used for, and how often in each window. */
export class ApiKeys1790000100000 implements MigrationInterface {
  name = 'ApiKeys1790000100000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables(runner)) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables(runner).reverse()) await runner.dropTable(table);
  }
}

function tables(runner: QueryRunner): Table[] {
  const { text, integer, count } = columnsOf(runner);

  return [
    new Table({
      name: 'api_keys',
      columns: [
        primary(text('id')),
        text('owner'),
        text('name'),
        text('hash'),
        text('preview'),
        text('permissions'),
        text('created_at'),
        nullable(text('expires_at')),
        nullable(text('revoked_at')),
      ],
      indices: [
        { name: 'api_keys_by_hash', columnNames: ['hash'], isUnique: true },
        { name: 'api_keys_by_owner', columnNames: ['owner', 'created_at', 'id'] },
        { name: 'api_keys_unrevoked', columnNames: ['owner', 'name'], where: 'revoked_at IS NULL' },
      ],
    }),
    new Table({
      name: 'api_key_usage',
      columns: [
        primary(text('key_id')),
        count('total_requests'),
        count('successful_requests'),
        count('failed_requests'),
        count('creation_count'),
        count('execution_count'),
        count('cancellation_count'),
        text('last_used_at'),
      ],
    }),
    new Table({
      name: 'api_key_requests',
      columns: [
        primary(text('key_id')),
        primary(count('seq')),
        text('at'),
        text('method'),
        text('endpoint'),
        integer('status_code'),
        integer('success'),
        nullable(text('error_message')),
        integer('response_time_ms'),
      ],
    }),
    new Table({
      name: 'rate_windows',
      columns: [primary(text('key_id')), primary(text('starts_at')), count('requests')],
      indices: [{ name: 'rate_windows_by_start', columnNames: ['starts_at'] }],
    }),
  ];
}
