import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnsOf, nullable, primary, unique } from './columns.js';

/**
 * Prices (docs/adr/0010-price-history.md). Times are Unix seconds; days and half days are counted from the epoch.
 * Token 0 of `price_points` is the bitcoin price.
 */
export class Prices1790000400000 implements MigrationInterface {
  name = 'Prices1790000400000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables(runner)) await runner.createTable(table);
    if (runner.dataSource.options.type === 'postgres') {
      // Doubles hardly compress, and a value moved out of its row costs two more look-ups.
      await runner.query('ALTER TABLE price_points ALTER COLUMN usd SET STORAGE PLAIN');
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables(runner).reverse()) await runner.dropTable(table);
  }
}

function tables(runner: QueryRunner): Table[] {
  const { text, whole, double, bytes } = columnsOf(runner);
  return [
    new Table({
      name: 'price_tokens',
      columns: [
        primary(whole('id')),
        unique(text('contract_id')),
        // The newest price outside the open day; null while there is none.
        nullable(whole('updated_at')),
        nullable(double('usd')),
        nullable(double('sbtc')),
        nullable(double('liquidity_usd')),
        nullable(double('round_trip_loss')),
      ],
    }),
    new Table({ name: 'price_runs', columns: [primary(whole('at')), double('btc_usd')] }),
    new Table({
      name: 'price_open_runs',
      columns: [primary(whole('at')), double('btc_usd'), bytes('prices')],
    }),
    new Table({
      name: 'price_points',
      columns: [primary(whole('id')), whole('half_day'), whole('token'), bytes('usd')],
    }),
    new Table({
      name: 'price_days',
      columns: [
        primary(whole('id')),
        whole('token'),
        whole('day'),
        ...['usd', 'sbtc'].flatMap((quote) =>
          ['open', 'high', 'low', 'close'].map((name) => double(`${quote}_${name}`)),
        ),
        whole('points'),
      ],
      indices: [{ name: 'price_days_by_day', columnNames: ['day'] }],
    }),
  ];
}
