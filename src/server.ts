#!/usr/bin/env node
import 'reflect-metadata';
import { pino, type Logger } from 'pino';
import { makeBtcSources } from './adapters/btc-oracle/index.js';
import { closeContainer, createContainer, portsModule, storageModule } from './adapters/inversify/index.js';
import { systemPorts } from './adapters/system/index.js';
import { HttpMetadataNotifier } from './adapters/metadata-notifier/index.js';
import { openStorage } from './adapters/typeorm/index.js';
import type { BtcPriceSource, Clock, MetadataNotifier } from './ports/index.js';
import { backgroundModule } from './process/background-module.js';
import { chainModule } from './process/chain-module.js';
import { ConfigError, readConfig, type Config } from './process/config.js';
import { httpModule, SERVER } from './process/http-module.js';
import { observationModule } from './process/observation-module.js';
import { die, stopOnSignals } from './process/stop.js';

/** Reads the settings, builds the container, and serves until the process is stopped. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel });
  const system = systemPorts();
  const ports = {
    ...system,
    btcSources: openBtcSources(config, system.clock),
    metadataNotifier: openMetadataNotifier(config, log),
  };
  const modules = [
    observationModule(log),
    portsModule(ports),
    storageModule(() => openStorage(config.databaseUrl)),
    chainModule(config, (error) => stop('the devnet is gone', error)),
    backgroundModule(config),
    httpModule(config),
  ];
  const container = createContainer(modules, coreSettings(config));
  const stop = stopOnSignals(log, () => closeContainer(container));
  try {
    const { url } = await container.getAsync(SERVER);
    log.info({ url, network: config.network, roles: config.roles }, 'listening');
  } catch (error) {
    stop('failed to start', error);
  }
}

/** A nonce gap gets less time than a low fee: nothing behind the gap can be mined. */
const LONGEST_GAP_MS = 15_000;

const coreSettings = ({ slippage, stuckMs, requireBodyHash }: Config) => ({
  slippage,
  requireBodyHash,
  stuckAfterMs: stuckMs,
  gapAfterMs: Math.min(stuckMs, LONGEST_GAP_MS),
});

function openBtcSources({ btcSources }: Config, clock: Clock): readonly BtcPriceSource[] {
  const sources = makeBtcSources(btcSources, { clock });
  if (!sources.ok) throw new ConfigError(`SLUICE_BTC_SOURCES cannot be used: ${sources.error.reason}`);
  return sources.value;
}

const openMetadataNotifier = (
  { metadataRereadUrl: url }: Config,
  log: Logger,
): MetadataNotifier | undefined =>
  url === undefined
    ? undefined
    : new HttpMetadataNotifier({
        url,
        onFailed: (contractId, reason) =>
          log.warn({ contractId, reason }, 'the tokens service was not notified of saved metadata'),
      });

await main().catch(die);
