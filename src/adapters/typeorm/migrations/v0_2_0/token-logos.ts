import { Table, type MigrationInterface, type QueryRunner, type TableColumnOptions } from 'typeorm';

/** Logos of tokens, with their pictures in base64 (docs/adr/0096-logos.md). */
export class Expand020TokenLogos1793500000000 implements MigrationInterface {
  name = 'Expand020TokenLogos1793500000000';

  async up(runner: QueryRunner): Promise<void> {
    const isPostgres = runner.dataSource.options.type === 'postgres';
    const text = (name: string): TableColumnOptions => ({
      name,
      type: 'text',
      ...(isPostgres && { collation: 'C' }),
    });
    const nullable = (column: TableColumnOptions) => ({ ...column, isNullable: true });
    await runner.createTable(
      new Table({
        name: 'token_logos',
        columns: [
          { ...text('contract_id'), isPrimary: true },
          nullable(text('address')),
          nullable(text('tag')),
          { name: 'failures', type: 'integer' },
          text('due_at'),
          nullable(text('picture_64')),
          nullable(text('picture_128')),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('token_logos');
  }
}
