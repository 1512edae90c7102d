import type { MigrationInterface, QueryRunner, Table } from 'typeorm';
import { cancelTimerTable } from './cancel-timers.js';
import { columnsOf, isPostgres } from './columns.js';
import { homeTable } from './database-home.js';
import { createOrderSearch, dropOrderSearch, searchTables } from './order-search.js';
import { sessionTable } from './operator-sessions.js';
import { priceTables, queueTables } from './prices-and-queue.js';
import { switchTable, writeCheckTable } from './sending-switch.js';
import { storageTables } from './storage.js';
import { tokenUriTable } from './token-uris.js';
import { webhookTables } from './webhooks.js';

/** Everything that 0.1.0 stores. */
export class Release010 implements MigrationInterface {
  name = 'Release010At1792000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables(runner)) await runner.createTable(table);
    await createOrderSearch(runner);
    // Doubles hardly compress, and a value moved out of its row costs two more look-ups.
    if (isPostgres(runner)) await runner.query('ALTER TABLE price_points ALTER COLUMN usd SET STORAGE PLAIN');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const view of ['order_totals', 'known_owners']) await runner.query(`DROP VIEW ${view}`);
    for (const table of tables(runner).toReversed()) await runner.dropTable(table);
    await dropOrderSearch(runner);
  }
}

const tables = (runner: QueryRunner): Table[] => {
  const columns = columnsOf(runner);
  return [
    ...storageTables(columns, isPostgres(runner)),
    ...searchTables(columns, isPostgres(runner)),
    ...priceTables(columns),
    ...queueTables(columns),
    switchTable(columns),
    writeCheckTable(columns),
    ...webhookTables(columns),
    sessionTable(columns),
    homeTable(columns),
    tokenUriTable(columns),
    cancelTimerTable(columns),
  ];
};
