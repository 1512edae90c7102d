import { Table, type MigrationInterface, type QueryRunner, type TableColumnOptions } from 'typeorm';

/** Trailing orders (docs/adr/0081-trailing-stops.md). Runs are numbered by the five-minute grid. */
export class Expand020Trails1793000000000 implements MigrationInterface {
  name = 'Expand020Trails1793000000000';

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
  const id = { ...integer('id'), isPrimary: true, isGenerated: true } as const;
  return [
    // The orders that trail a pair from one side, confirm it alike and measure in one unit; named by all of these.
    new Table({
      name: 'trail_groups',
      columns: [
        { ...id, generationStrategy: 'increment' },
        { ...text('name'), isUnique: true },
      ],
    }),
    // The marks that no later one reaches. Levels have 57 digits.
    new Table({
      name: 'trail_marks',
      columns: [
        { ...integer('trail_group'), isPrimary: true },
        { ...integer('at'), isPrimary: true },
        text('level'),
      ],
    }),
    // The trailing orders that may still be sent. trail and activation have 57 digits.
    new Table({
      name: 'order_trails',
      columns: [
        { ...text('uuid'), isPrimary: true },
        integer('trail_group'),
        integer('since'),
        text('trail'),
        text('activation'),
      ],
      indices: [{ name: 'order_trails_by_trail', columnNames: ['trail_group', 'trail'] }],
    }),
  ];
}
