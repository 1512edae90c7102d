import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Requests that carried an idempotency key, with their answers. */
export class Idempotency1790000300000 implements MigrationInterface {
  name = 'Idempotency1790000300000';

  async up(runner: QueryRunner): Promise<void> {
    // Text sorts byte by byte on both databases, whatever locale a Postgres was made with.
    const bytewise = runner.dataSource.options.type === 'postgres' ? { collation: 'C' } : {};
    const text = (name: string) => ({ name, type: 'text', ...bytewise });
    await runner.createTable(
      new Table({
        name: 'idempotency_keys',
        columns: [
          { ...text('id'), isPrimary: true },
          text('fingerprint'),
          text('state'),
          text('claimed_at'),
          text('expires_at'),
          { ...text('answer'), isNullable: true },
        ],
        indices: [{ name: 'idempotency_keys_by_expiry', columnNames: ['expires_at'] }],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('idempotency_keys');
  }
}
