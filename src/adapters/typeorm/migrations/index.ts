import { Release010 } from './v0_1_0/release.js';

/**
 * List these under `migrations` in your own data source; `openStorage` runs those that are pending.
 *
 * @example new DataSource({ type: 'postgres', url, entities: TABLES, migrations: [...MIGRATIONS, ...yours] });
 */
export const MIGRATIONS = [Release010];
