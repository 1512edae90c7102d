import 'reflect-metadata';
import type { PreparedDevnet } from '../devnet/index.js';
import { closeContainer, STORAGE } from '../../adapters/inversify/index.js';
import { systemPorts } from '../../adapters/system/index.js';
import { announce } from './announce.js';
import { claimPorts } from './claimed-ports.js';
import { readConfig, type Config, type Environment } from './config.js';
import { serverContainer } from './container.js';
import { DEVNET_HISTORY } from './history/history-module.js';
import { SERVER } from './http-module.js';
import { logBuild, openLog } from './log.js';
import { requirePackages } from './needed-packages.js';
import { OwnOrigins } from './own-origins.js';
import { RecentProblems } from './recent-problems.js';
import { StartUp } from './start-up.js';
import { die, stopOnSignals } from './stop.js';

export interface ServeOptions {
  readonly env: Environment;
  /** Whether everything is logged, including the keys of the devnet's wallets. False when absent. */
  readonly verbose?: boolean;
  /** An embedded devnet's process that was started in advance. */
  readonly prepared?: PreparedDevnet | undefined;
  /** Name of the slot in which a supervisor has started this process; absent in a process that a person starts. */
  readonly worker?: string | undefined;
}

/**
 * Runs the server until the process is stopped; resolves when it is listening. A failure is logged and ends the process with exit
 * code 1.
 */
export const serve = (options: ServeOptions): Promise<void> => start(options).catch(die);

async function start(options: ServeOptions): Promise<void> {
  const { env, worker } = options;
  const config = readConfig(env);
  requirePackages(config);
  if (worker !== undefined) return (await import('./workers/worker.js')).work(config, { ...options, worker });
  // One process neither loads nor pays for what several need.
  if (config.workers > 1) return (await import('./workers/supervisor.js')).supervise(config, options);
  return serveAlone(config, options);
}

async function serveAlone(config: Config, { verbose = false, prepared }: ServeOptions): Promise<void> {
  const problems = new RecentProblems();
  const log = openLog(verbose ? 'trace' : config.logLevel, process.stdout, problems.take);
  logBuild(log);
  const { clock } = systemPorts();
  const startUp = new StartUp(log);
  const ownOrigins = new OwnOrigins(config);
  const claimed = await claimPorts(config, { log, clock, startUp });
  ownOrigins.listening(claimed.server.url);
  const container = serverContainer(config, {
    ...{ log, problems, startUp, ownOrigins, claimed, prepared, isCaretaker: true, showKeys: verbose },
    onLost: (error) => stop({ error }),
  });
  const stop = stopOnSignals(log, async () => {
    await closeContainer(container);
    await claimed.close();
  });
  try {
    // Opened before an embedded devnet: a second server on the same SQLite file ends here without touching anything.
    await container.getAsync(STORAGE);
    const { url } = await container.getAsync(SERVER);
    announce(config, url, log);
    await container.getAsync(DEVNET_HISTORY);
  } catch (error) {
    stop({ error });
  }
}
