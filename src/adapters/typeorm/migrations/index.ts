import { Storage1791000000000 } from './v0_1_0/1-storage.js';
import { OrderSearch1791000100000 } from './v0_1_0/2-order-search.js';
import { PricesAndQueue1791000200000 } from './v0_1_0/3-prices-and-queue.js';

/**
 * List these under `migrations` in your own data source; `openStorage` runs those that are pending.
 *
 * @example new DataSource({ type: 'postgres', url, entities: TABLES, migrations: [...MIGRATIONS, ...yours] });
 */
export const MIGRATIONS = [Storage1791000000000, OrderSearch1791000100000, PricesAndQueue1791000200000];
