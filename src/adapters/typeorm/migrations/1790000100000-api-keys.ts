import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

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
  // Text sorts byte by byte on both databases, whatever locale a Postgres was made with.
  const bytewise = runner.dataSource.options.type === 'postgres' ? { collation: 'C' } : {};
  const text = (name: string) => ({ name, type: 'text', ...bytewise });
  const integer = (name: string) => ({ name, type: 'integer' });
  const count = (name: string) => ({ name, type: 'bigint' });
  const primary = { isPrimary: true };
  const nullable = { isNullable: true };

  return [
    new Table({
      name: 'api_keys',
      columns: [
        { ...text('id'), ...primary },
        text('owner'),
        text('name'),
        text('hash'),
        text('preview'),
        text('permissions'),
        text('created_at'),
        { ...text('expires_at'), ...nullable },
        { ...text('revoked_at'), ...nullable },
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
        { ...text('key_id'), ...primary },
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
        { ...text('key_id'), ...primary },
        { ...count('seq'), ...primary },
        text('at'),
        text('method'),
        text('endpoint'),
        integer('status_code'),
        integer('success'),
        { ...text('error_message'), ...nullable },
        integer('response_time_ms'),
      ],
    }),
    new Table({
      name: 'rate_windows',
      columns: [{ ...text('key_id'), ...primary }, { ...text('starts_at'), ...primary }, count('requests')],
      indices: [{ name: 'rate_windows_by_start', columnNames: ['starts_at'] }],
    }),
  ];
}
