import 'reflect-metadata';
import { pino, type Logger } from 'pino';
import { makeBtcSources } from './adapters/btc-oracle/index.js';
import {
  closeContainer,
  createContainer,
  portsModule,
  STORAGE,
  storageModule,
} from './adapters/inversify/index.js';
import { systemPorts } from './adapters/system/index.js';
import { HttpMetadataNotifier } from './adapters/metadata-notifier/http-metadata-notifier.js';
import { openStorage } from './adapters/typeorm/index.js';
import { backgroundModule } from './process/background-module.js';
import { chainModule } from './process/chain-module.js';
import {
  blockCheckMs,
  endedChecksOf,
  ConfigError,
  readConfig,
  type Config,
  type Environment,
} from './process/config.js';
import { httpModule, SERVER } from './process/http-module.js';
import { OwnOrigins } from './process/own-origins.js';
import { observationModule } from './process/observation-module.js';
import { die, stopOnSignals } from './process/stop.js';

export interface ServeOptions {
  readonly env: Environment;
  /** Whether to log everything, whatever `LOG_LEVEL` says. */
  readonly verbose: boolean;
}

/** Reads the settings, builds the container, and serves until the process is stopped. Ends the process when it cannot start. */
export const serve = (options: ServeOptions): Promise<void> => start(options).catch(die);

async function start({ env, verbose }: ServeOptions): Promise<void> {
  const config = readConfig(env);
  const log = pino({ level: verbose ? 'trace' : config.logLevel });
  const system = systemPorts();
  const btcSources = makeBtcSources(config.btcSources, system);
  if (!btcSources.ok) throw new ConfigError(`SLUICE_BTC_SOURCES cannot be used: ${btcSources.error.reason}`);
  const ownOrigins = new OwnOrigins(config);
  const modules = [
    observationModule(log),
    portsModule({
      ...system,
      btcSources: btcSources.value,
      metadataNotifier: openMetadataNotifier(config, log),
    }),
    storageModule(() => openStorage(config.databaseUrl, { exclusive: true })),
    chainModule(config, (error) => stop('the devnet is gone', error)),
    backgroundModule(config),
    httpModule(config, ownOrigins),
  ];
  const container = createContainer(modules, coreSettings(config, ownOrigins));
  const stop = stopOnSignals(log, () => closeContainer(container));
  try {
    // Before an embedded devnet opens: a second server on an SQLite file ends here, and touches nothing.
    await container.getAsync(STORAGE);
    const { url } = await container.getAsync(SERVER);
    log.info({ url, network: config.network, roles: config.roles }, 'listening');
  } catch (error) {
    stop('failed to start', error);
  }
}

/** Shorter than for a low fee: nothing behind a nonce gap can be mined. */
const LONGEST_GAP_MS = 15_000;

const coreSettings = (config: Config, ownOrigins: OwnOrigins) => {
  const { network, stuckMs, finalBlocks, deathBlocks, minPricedShare, requireBodyHash } = config;
  const { ownerInFlight, ownerFailures } = config;
  return {
    slippage: config.slippage,
    maxSlippage: config.maxSlippage,
    minLiquidityUsd: config.minLiquidityUsd,
    finalBlocks,
    deathBlocks,
    maxClockDriftMs: config.maxClockDriftMs,
    ownerInFlight,
    ownerFailures,
    endedChecks: endedChecksOf(config),
    minPricedShare,
    requireBodyHash,
    origins: ownOrigins.list,
    requireAudience: config.requireAudience,
    allowOpenPayout: config.allowOpenPayout,
    requireSignedTerms: config.requireSignedTerms,
    limits: config.limits,
    quotas: config.quotas,
    deployerBytes: config.deployerBytes,
    apiKeysPerWallet: config.apiKeysPerWallet,
    dryRun: config.dryRun,
    // The embedded devnet has no request limit.
    ...(network === 'devnet' && { holdingsMaxAgeMs: 1_000 }),
    stuckAfterMs: stuckMs,
    gapAfterMs: Math.min(stuckMs, LONGEST_GAP_MS),
    // One check may fail before quotes wait for the next.
    reservesMaxAgeMs: 2 * blockCheckMs(config),
  };
};

function openMetadataNotifier({ metadataRereadUrl: url }: Config, log: Logger) {
  if (url === undefined) return undefined;
  const onFailed = (contractId: string, reason: string) =>
    log.warn({ contractId, reason }, 'the tokens service was not notified of saved metadata');
  return new HttpMetadataNotifier({ url, onFailed });
}
