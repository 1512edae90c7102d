import { backUpSqlite } from '../../../adapters/typeorm/index.js';
import { sqliteFile } from '../../server/database.js';
import { printResult, type JsonOption } from '../result.js';

/** Backs up an SQLite database while servers run: see docs/how-to/back-up-and-restore.md. */
export async function backUp(file: string, options: JsonOption): Promise<number> {
  const { orders, newest } = await backUpSqlite(sqliteFile(), file);
  return printResult({ file, orders, newest }, options, () => [
    `${file}: ${orders} orders${newest === undefined ? '' : `, the newest of ${newest.toISOString()}`}`,
  ]);
}
