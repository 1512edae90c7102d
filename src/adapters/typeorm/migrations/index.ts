import { Release010 } from './v0_1_0/release.js';
import { Expand020Alerts1793100000000 } from './v0_2_0/alerts.js';
import { Expand020Trades1793200000000 } from './v0_2_0/trades.js';
import { Expand020ExecutionReports1793300000000 } from './v0_2_0/execution-reports.js';
import { Expand020TokenLogos1793500000000 } from './v0_2_0/token-logos.js';
import { Expand020TokenSafety1793400000000 } from './v0_2_0/token-safety.js';
import { Expand020Trails1793000000000 } from './v0_2_0/trails.js';

/**
 * List these under `migrations` in your own data source; `openStorage` runs those that are pending.
 *
 * @example new DataSource({ type: 'postgres', url, entities: TABLES, migrations: [...MIGRATIONS, ...yours] });
 */
export const MIGRATIONS = [
  Release010,
  Expand020Trails1793000000000,
  Expand020Alerts1793100000000,
  Expand020Trades1793200000000,
  Expand020ExecutionReports1793300000000,
  Expand020TokenSafety1793400000000,
  Expand020TokenLogos1793500000000,
];
