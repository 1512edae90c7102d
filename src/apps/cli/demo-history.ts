import { print, withProgress } from '../../adapters/terminal/index.js';
import { systemPorts } from '../../adapters/system/index.js';
import { ConfigError } from '../server/config.js';
import { withDatabase } from '../server/database.js';
import { settingsNamed } from '../server/environment.js';
import { fillHistory, type HistoryOptions } from '../server/history/fill-history.js';

/**
 * Fills a devnet's charts with made-up prices: see docs/reference/devnet.md. Returns 0.
 *
 * @throws ConfigError on any other network.
 */
export async function demoHistory(options: Pick<HistoryOptions, 'days' | 'seed'>): Promise<number> {
  const { network } = settingsNamed('SLUICE_NETWORK', 'STACKS_API_URL');
  if (network !== 'devnet')
    throw new ConfigError(`made-up prices are for a devnet only, and SLUICE_NETWORK is ${network}`);
  const filled = await withDatabase((ports) =>
    withProgress((show) =>
      fillHistory(
        { ...ports, ...systemPorts() },
        {
          ...options,
          progress: ({ lines, added }, total) => show(lines, total, `${added} made-up prices`),
        },
      ),
    ),
  );
  if (filled === undefined) print(`the last ${options.days} days have prices already`);
  else {
    const since = filled.since.toISOString().slice(0, 16);
    print(`${filled.added} made-up prices since ${since} UTC; what is recorded follows them`);
  }
  return 0;
}
