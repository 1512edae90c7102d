import { SystemClock } from '../../../adapters/system/index.js';
import { restoreSqlite } from '../../../adapters/typeorm/index.js';
import { sqliteFile } from '../../server/database.js';
import { printResult, type JsonOption } from '../result.js';

/** Restores an SQLite database from a backup: see docs/how-to/back-up-and-restore.md. */
export async function restore(file: string, options: JsonOption): Promise<number> {
  const restored = await restoreSqlite(file, sqliteFile(), new SystemClock().now());
  const { orders, newest, replaced } = restored;
  return printResult(restored, options, () => [
    `${orders} orders restored${newest === undefined ? '' : `, the newest of ${newest.toISOString()}`}`,
    ...(replaced === undefined ? [] : [`the replaced database is ${replaced}`]),
    'now run sluice reconcile: it finds the orders that the chain has paid since the backup',
  ]);
}
