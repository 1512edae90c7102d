import type { Container } from 'inversify';
import type { Logger } from 'pino';
import { makeBtcSources } from '../../adapters/btc-oracle/index.js';
import { createContainer, portsModule, storageModule } from '../../adapters/inversify/index.js';
import { HttpMetadataNotifier } from '../../adapters/metadata-notifier/http-metadata-notifier.js';
import { traceHeaders } from '../../adapters/opentelemetry/index.js';
import type { Metrics } from '../../adapters/prometheus/index.js';
import { systemPorts } from '../../adapters/system/index.js';
import { readCoreSettings, type CoreSettings } from '../../application/settings.js';
import { unwrap } from '../../domain/shared/result.js';
import { backgroundModule } from '../run/background-module.js';
import { chainPortsModule } from '../run/chain-ports.js';
import { paceSettings } from '../run/pace.js';
import { tokenUriModule } from '../run/token-uri-module.js';
import { webhookModule } from '../run/webhook-module.js';
import { chainModule, type ChainOptions } from './chain-module.js';
import type { ClaimedPorts } from './claimed-ports.js';
import { blockCheckMs, ownShare, type Config } from './config.js';
import { databaseName } from './database-errors.js';
import { openDatabase, replicasFor } from './database.js';
import { endsModule } from './ends-module.js';
import { historyModule } from './history/history-module.js';
import { httpModule } from './http-module.js';
import { observationModule } from './observation-module.js';
import { operatorWalletsOf } from './operator-key.js';
import type { OwnOrigins } from './own-origins.js';
import type { RecentProblems } from './recent-problems.js';
import type { StartUp } from './start-up.js';
import { stateModule } from './state-module.js';
import { tracesModule } from './traces-module.js';
import type { OthersState } from './workers/merged-state.js';

/** Parts of a process that exist before its container. */
export interface ProcessParts extends ChainOptions {
  readonly log: Logger;
  readonly problems: RecentProblems;
  readonly startUp: StartUp;
  readonly ownOrigins: OwnOrigins;
  /** The addresses at which it serves; none for a process without callers. */
  readonly claimed?: ClaimedPorts | undefined;
  /** Whether it does what only one process of a machine needs to do. */
  readonly isCaretaker: boolean;
  /** Metrics of the process. */
  readonly metrics?: () => Metrics;
  /** State of the server's other workers; absent in a process that is a server by itself. */
  readonly others?: () => Promise<OthersState>;
}

/** The container of a process of the server. Nothing of it is open yet. */
export function serverContainer(config: Config, parts: ProcessParts): Container {
  const { log, problems, startUp, ownOrigins, claimed, isCaretaker, metrics, others, ...chain } = parts;
  const system = systemPorts();
  const headers = config.tracesUrl === undefined ? undefined : traceHeaders;
  const modules = [
    observationModule(log, { startUp, problems, metrics }),
    tracesModule(config),
    portsModule({
      ...system,
      btcSources: unwrap(makeBtcSources(config.btcSources, system)),
      metadataNotifier: openMetadataNotifier(config, log),
    }),
    storageModule(() => {
      startUp.begin('opening the database', { database: databaseName(config.databaseUrl) });
      return openDatabase(config, {
        exclusive: true,
        replicas: claimed === undefined ? [] : replicasFor(config),
      });
    }),
    endsModule(config),
    chainModule(config, chain),
    chainPortsModule(config),
    ...(config.webhooks ? [webhookModule({ hosts: config.webhookHosts, headers })] : []),
    ...(config.tokenUris ? [tokenUriModule(config)] : []),
    backgroundModule({ ...config, blockCheckMs: blockCheckMs(config), isCaretaker }),
    historyModule(config),
    stateModule(config, { readsStorage: isCaretaker, others }),
    ...(claimed === undefined ? [] : [httpModule(config, { claimed, ownOrigins, counts: chain.counts })]),
  ];
  return createContainer(modules, coreSettings(config, ownOrigins));
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
  ...paceSettings(config.network, ownShare(config)),
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
