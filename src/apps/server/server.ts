import 'reflect-metadata';
import picocolors from 'picocolors';
import type { Logger } from 'pino';
import type { PreparedDevnet } from '../devnet/index.js';
import { makeBtcSources } from '../../adapters/btc-oracle/index.js';
import {
  closeContainer,
  createContainer,
  portsModule,
  STORAGE,
  storageModule,
} from '../../adapters/inversify/index.js';
import { HttpMetadataNotifier } from '../../adapters/metadata-notifier/http-metadata-notifier.js';
import { systemPorts } from '../../adapters/system/index.js';
import { readCoreSettings, type CoreSettings } from '../../application/settings.js';
import { isLoopback } from '../../domain/shared/loopback.js';
import { unwrap } from '../../domain/shared/result.js';
import { chainModule } from './chain-module.js';
import { claimPorts } from './claimed-ports.js';
import {
  blockCheckMs,
  devnetJournalPath,
  hasDevnet,
  readConfig,
  type Config,
  type Environment,
} from './config.js';
import { databaseName } from './database-errors.js';
import { openDatabase } from './database.js';
import { endsModule } from './ends-module.js';
import { firstScreen } from './first-screen.js';
import { backgroundModule } from '../run/background-module.js';
import { chainPortsModule } from '../run/chain-ports.js';
import { paceSettings } from '../run/pace.js';
import { tokenUriModule } from '../run/token-uri-module.js';
import { webhookModule } from '../run/webhook-module.js';
import { httpModule, SERVER } from './http-module.js';
import { isCheckout, programVersion } from './installation.js';
import { isOnTerminal, openLog } from './log.js';
import { requirePackages } from './needed-packages.js';
import { observationModule } from './observation-module.js';
import { operatorWalletsOf } from './operator-key.js';
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
}

/**
 * Runs the server until the process is stopped; resolves when it is listening. A failure is logged and ends the process with exit
 * code 1.
 */
export const serve = (options: ServeOptions): Promise<void> => start(options).catch(die);

async function start({ env, verbose = false, prepared }: ServeOptions): Promise<void> {
  const config = readConfig(env);
  requirePackages(config);
  const problems = new RecentProblems();
  const log = openLog(verbose ? 'trace' : config.logLevel, process.stdout, problems.take);
  const system = systemPorts();
  const startUp = new StartUp(log);
  const ownOrigins = new OwnOrigins(config);
  const claimed = await claimPorts(config, { log, clock: system.clock, startUp });
  ownOrigins.listening(claimed.server.url);
  const traces = await openTraces(config, log);
  const modules = [
    observationModule(log, startUp, problems, traces),
    portsModule({
      ...system,
      btcSources: unwrap(makeBtcSources(config.btcSources, system)),
      metadataNotifier: openMetadataNotifier(config, log),
    }),
    storageModule(() => {
      startUp.begin('opening the database', { database: databaseName(config.databaseUrl) });
      return openDatabase(config, { exclusive: true });
    }),
    endsModule(config),
    chainModule(config, { onLost: (error) => stop({ error }), showKeys: verbose, prepared }),
    chainPortsModule(config),
    ...(config.webhooks ? [webhookModule({ hosts: config.webhookHosts, headers: traces?.headers })] : []),
    ...(config.tokenUris ? [tokenUriModule(config)] : []),
    backgroundModule({ ...config, blockCheckMs: blockCheckMs(config) }),
    httpModule(config, claimed),
  ];
  const container = createContainer(modules, coreSettings(config, ownOrigins));
  const stop = stopOnSignals(log, async () => {
    await closeContainer(container);
    await claimed.close();
    await traces?.close();
  });
  try {
    // Opened before an embedded devnet: a second server on the same SQLite file ends here without touching anything.
    await container.getAsync(STORAGE);
    const { url } = await container.getAsync(SERVER);
    announce(config, url, log);
  } catch (error) {
    stop({ error });
  }
}

/** Loads what sends traces only if they are wanted. */
async function openTraces({ tracesUrl: url, tracesShare: share, roles }: Config, log: Logger) {
  if (url === undefined) return undefined;
  const { openTraces: open } = await import('./traces.js');
  return open({ url, share, roles, version: programVersion(), log });
}

function announce(config: Config, url: string, log: Logger): void {
  const { network, roles, databaseUrl, host } = config;
  if (hasDevnet(config) && !isLoopback(host))
    log.warn(
      { host },
      'other machines reach this devnet: the keys that GET /devnet shows are public, and everyone can trade with them',
    );
  if (!isOnTerminal()) return log.info({ url, network, roles }, 'listening');
  if (!log.isLevelEnabled('info')) return;
  const facts = {
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
  process.stdout.write(firstScreen(facts, picocolors));
}

/**
 * Maximum wait before a nonce gap is filled, ms. It is shorter than the wait before a low fee is raised, because nothing after a
 * gap can be mined.
 */
const LONGEST_GAP_MS = 15_000;

/**
 * The settings of the core: those from the environment, and those that follow from others. A new setting that is neither does not
 * compile.
 */
const coreSettings = (config: Config, ownOrigins: OwnOrigins): CoreSettings => ({
  ...readCoreSettings(config),
  ...paceSettings(config.network, config.stacksApiRpm),
  origins: ownOrigins.list,
  operatorWallets: operatorWalletsOf(config),
  gapAfterMs: Math.min(config.stuckAfterMs, LONGEST_GAP_MS),
});

function openMetadataNotifier({ metadataRereadUrl: url }: Config, log: Logger) {
  if (url === undefined) return undefined;
  const onFailed = (contractId: string, reason: string) =>
    log.warn({ contractId, reason }, 'the tokens service was not notified of saved metadata');
  return new HttpMetadataNotifier({ url, onFailed });
}
