import picocolors from 'picocolors';
import type { Logger } from 'pino';
import { isLoopback } from '../../domain/shared/loopback.js';
import { devnetJournalPath, hasDevnet, type Config } from './config.js';
import { databaseName } from './database-errors.js';
import { firstScreen } from './first-screen.js';
import { isCheckout, programVersion } from './installation.js';
import { isOnTerminal } from './log.js';

/**
 * Announces that the server listens: a line of the log, or on a terminal the first screen.
 *
 * @param facts only for the log.
 */
export function announce(config: Config, url: string, log: Logger, facts: object = {}): void {
  const { network, roles, databaseUrl, host } = config;
  if (hasDevnet(config) && !isLoopback(host))
    log.warn(
      { host },
      'other machines reach this devnet: the keys that GET /devnet shows are public, and everyone can trade with them',
    );
  if (!isOnTerminal()) return log.info({ url, network, roles, ...facts }, 'listening');
  if (!log.isLevelEnabled('info')) return;
  const shown = {
    version: programVersion(),
    network,
    tookMs: performance.now(),
    url,
    pagePath: roles.includes('api') ? config.pagePath : undefined,
    database: databaseName(databaseUrl),
    journal: hasDevnet(config) ? devnetJournalPath(config) : undefined,
    hasDevnet: hasDevnet(config),
    isCheckout: isCheckout(),
  };
  process.stdout.write(firstScreen(shown, picocolors));
}
