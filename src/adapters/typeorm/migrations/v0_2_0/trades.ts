import { Table, type MigrationInterface, type QueryRunner, type TableColumnOptions } from 'typeorm';

/** Recorded trades and volumes (docs/adr/0091-trades-and-volumes.md). Times are Unix seconds, days count from the epoch. */
export class Expand020Trades1793200000000 implements MigrationInterface {
  name = 'Expand020Trades1793200000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables(runner)) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables(runner).toReversed()) await runner.dropTable(table);
  }
}

function tables(runner: QueryRunner): Table[] {
  const isPostgres = runner.dataSource.options.type === 'postgres';
  const typed = (type: string) => (name: string) => ({ name, type });
  const text = (name: string): TableColumnOptions => ({
    name,
    type: 'text',
    ...(isPostgres && { collation: 'C' }),
  });
  const whole = typed(isPostgres ? 'bigint' : 'integer');
  const integer = typed('integer');
  const bytes = typed(isPostgres ? 'bytea' : 'blob');
  const double = typed('double precision');
  const primary = (column: TableColumnOptions) => ({ ...column, isPrimary: true });
  return [
    // Vaults and tokens, numbered from 1.
    new Table({
      name: 'trade_contracts',
      columns: [primary(whole('id')), { ...text('contract_id'), isUnique: true }],
    }),
    new Table({
      name: 'trades',
      columns: [
        primary(whole('position')),
        text('txid'),
        integer('place'),
        whole('vault'),
        whole('token_in'),
        text('amount_in'),
        whole('token_out'),
        text('amount_out'),
        { ...double('usd'), isNullable: true },
        whole('at'),
      ],
      indices: [
        { name: 'trades_by_event', columnNames: ['txid', 'place'], isUnique: true },
        { name: 'trades_by_time', columnNames: ['at', 'position'] },
        { name: 'trades_by_input', columnNames: ['token_in', 'position'] },
        { name: 'trades_by_output', columnNames: ['token_out', 'position'] },
        { name: 'trades_by_vault', columnNames: ['vault', 'position'] },
      ],
    }),
    // The newest blocks, by which a replaced one is noticed.
    new Table({ name: 'trade_blocks', columns: [primary(whole('height')), text('hash'), whole('at')] }),
    // At most one row.
    new Table({
      name: 'trade_coverage',
      columns: [
        primary(text('name')),
        whole('first_height'),
        text('first_parent'),
        whole('first_at'),
        whole('last_height'),
        text('last_hash'),
        whole('last_at'),
        whole('checked_at'),
        // The packed days: from the first up to, but excluding, the second.
        whole('packed_from'),
        whole('packed_until'),
      ],
    }),
    // Half a packed day of one token: 144 floats of 4 bytes. Keyed as price_points is.
    new Table({ name: 'trade_volumes', columns: [primary(whole('id')), bytes('usd')] }),
    // A packed day of one token. Keyed as price_days is.
    new Table({ name: 'trade_volume_days', columns: [primary(whole('id')), double('usd')] }),
  ];
}
