import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import { packCandle } from '../prices/price-packing.js';
import { engineOf } from '../database/engines.js';
import { Queries } from '../database/queries.js';
import { sql } from '../database/sql.js';
import { columnsOf, nullable } from './columns.js';

const BATCH = 500;

type DayRow = Readonly<Record<string, number | string>>;

/** Each day's candles once more, packed, so that a year of them is read as one value. */
export class PriceCandles1790000450000 implements MigrationInterface {
  name = 'PriceCandles1790000450000';

  async up(runner: QueryRunner): Promise<void> {
    const { bytes } = columnsOf(runner);
    for (const name of ['usd_candle', 'sbtc_candle'])
      await runner.addColumn('price_days', new TableColumn(nullable(bytes(name))));
    await packAll(new Queries(runner, engineOf(runner.dataSource)));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['usd_candle', 'sbtc_candle']) await runner.dropColumn('price_days', name);
  }
}

async function packAll(queries: Queries): Promise<void> {
  let last: number | string = -1;
  for (;;) {
    const rows: DayRow[] = await queries.select<DayRow>(
      sql`SELECT * FROM price_days WHERE id > ${last} ORDER BY id LIMIT ${BATCH}`,
    );
    if (rows.length === 0) return;
    for (const row of rows) {
      const [usd, sbtc] = ['usd', 'sbtc'].map((quote) => {
        const field = (name: string) => Number(row[`${quote}_${name}`]);
        const [open, high, low, close] = [field('open'), field('high'), field('low'), field('close')];
        return packCandle({ open, high, low, close, points: Number(row['points']) });
      });
      await queries.execute(
        sql`UPDATE price_days SET usd_candle = ${usd}, sbtc_candle = ${sbtc} WHERE id = ${row['id']}`,
      );
    }
    last = rows.at(-1)!['id']!;
  }
}
