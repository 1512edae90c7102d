import { Table, type MigrationInterface, type QueryRunner, type TableColumnOptions } from 'typeorm';

/** Outcomes of mined swaps, and the place in the feed up to which they were made (docs/adr/0089-execution-reports.md). */
export class Expand020ExecutionReports1793300000000 implements MigrationInterface {
  name = 'Expand020ExecutionReports1793300000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables(runner)) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables(runner).toReversed()) await runner.dropTable(table);
  }
}

function tables(runner: QueryRunner): Table[] {
  const isPostgres = runner.dataSource.options.type === 'postgres';
  const text = (name: string): TableColumnOptions => ({
    name,
    type: 'text',
    ...(isPostgres && { collation: 'C' }),
  });
  const integer = (name: string): TableColumnOptions => ({ name, type: 'integer' });
  const figure = (name: string): TableColumnOptions => ({ name, type: 'double precision', isNullable: true });
  return [
    new Table({
      name: 'execution_reports',
      columns: [
        { ...text('order_uuid'), isPrimary: true },
        text('txid'),
        // Days since 1970, UTC, of the block's time.
        integer('day'),
        integer('block_height'),
        text('token_in'),
        text('token_out'),
        { ...text('abort_cause'), isNullable: true },
        integer('is_exact'),
        figure('shortfall_bps'),
        figure('surplus_bps'),
        figure('over_minimum_bps'),
        figure('to_broadcast_ms'),
        figure('to_block_ms'),
        text('outcome'),
      ],
      indices: [{ name: 'execution_reports_by_day', columnNames: ['day', 'block_height'] }],
    }),
    new Table({
      name: 'execution_report_cursor',
      columns: [
        { ...text('name'), isPrimary: true },
        { name: 'position', type: 'bigint' },
      ],
    }),
  ];
}
