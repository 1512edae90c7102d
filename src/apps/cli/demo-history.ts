import { systemPorts } from '../../adapters/system/index.js';
import { ConfigError } from '../server/config.js';
import { withDatabase } from '../server/database.js';
import { settingsNamed } from '../server/environment.js';
import { importMadeUpHistory, type HistoryOptions } from './market/import-history.js';

/**
 * Fills a devnet's charts with made-up prices: see docs/reference/devnet.md.
 *
 * @throws ConfigError on any other network.
 */
export async function demoHistory(options: HistoryOptions): Promise<number> {
  const { network } = settingsNamed('SLUICE_NETWORK', 'STACKS_API_URL');
  if (network !== 'devnet')
    throw new ConfigError(`made-up prices are for a devnet only, and SLUICE_NETWORK is ${network}`);
  return withDatabase((ports) => importMadeUpHistory({ ...ports, ...systemPorts() }, options));
}
