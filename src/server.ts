#!/usr/bin/env node
import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino, type Logger } from 'pino';
import { createApp, describeAreas, numberedIds, openApiDocument } from './adapters/express/index.js';
import {
  chainModule,
  CORE,
  createContainer,
  executionModule,
  PORT,
  metadataModule,
  pricesModule,
  storageModule,
  systemModule,
} from './adapters/inversify/index.js';
import { executionMetrics, httpMetrics, openMetrics, stateMetrics } from './adapters/prometheus/index.js';
import { makeBtcSources } from './adapters/btc-oracle/index.js';
import { SystemClock } from './adapters/system/index.js';
import { HttpMetadataNotifier } from './adapters/metadata-notifier/index.js';
import { openStorage } from './adapters/typeorm/index.js';
import type { Core } from './application/core.js';
import type { BtcPriceSource, ExecutionObserver, MetadataNotifier } from './ports/index.js';
import { startBackgroundWork, type Close } from './process/background-work.js';
import { ConfigError, devnetJournalPath, readConfig, type AreaName, type Config } from './process/config.js';
import { logExecution } from './process/execution-log.js';
import { openAreas } from './process/open-areas.js';
import { openChain } from './process/open-chain.js';
import { readinessOf } from './process/readiness.js';

/** How long requests under way may take once the process was asked to stop. */
const GRACE_MS = 3_000;
const SWEEP_MS = 50;

/** Longer than proxies leave a connection idle: one that sends into a connection just being closed answers 502. */
const KEEP_ALIVE_MS = 65_000;

/** What is not closed by then is cut off; every write that was answered is on disk already. */
const STOP_LIMIT_MS = 4_500;

/** Composes the process, serves, and undoes it all in reverse order when asked to stop. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel });
  const closing: Close[] = [];
  const stop = async (reason: string): Promise<void> => {
    log.info({ reason }, 'stopping');
    for (let close = closing.pop(); close !== undefined; close = closing.pop()) await close();
    log.info('stopped');
  };
  let ending = false;
  const end = (reason: string, code: number) => {
    // Ctrl-C under npm arrives twice.
    if (ending) return;
    ending = true;
    setTimeout(() => die(new Error('something would not stop in time')), STOP_LIMIT_MS).unref();
    stop(reason).then(() => process.exit(code), die);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(signal, 0));
  try {
    await start(config, log, { closing, onLost: (reason) => end(reason, 1) });
  } catch (error) {
    await stop('failed to start');
    throw error;
  }
}

async function start(
  config: Config,
  log: Logger,
  { closing, onLost }: { closing: Close[]; onLost: (reason: string) => void },
): Promise<void> {
  const btcSources = openBtcSources(config);
  const metrics = openMetrics();
  const executed = executionMetrics(metrics.registry, new SystemClock());
  const storage = await openStorage(config.databaseUrl);
  closing.push(() => storage.close());
  const { blockMs, devnetControlPort: controlPort } = config;
  const chain = await openChain({
    ...config,
    clock: new SystemClock(),
    devnet: { blockMs, controlPort, journalPath: devnetJournalPath(config) },
    log: log.child({ part: 'chain' }),
    onNodeEvent: executed.nodeTroubled,
  });
  closing.push(() => chain.close());
  const modules = [
    systemModule(),
    storageModule(storage.ports),
    chainModule(chain.ports),
    executionModule({
      executionObserver: tellBoth(logExecution(log.child({ part: 'execution' })), executed),
    }),
    pricesModule({ btcSources }),
    metadataModule({ metadataNotifier: openMetadataNotifier(config, log) }),
  ];
  const container = createContainer(modules, coreSettings(config));
  const core = container.get(CORE);
  const clock = container.get(PORT.clock);
  stateMetrics(metrics.registry, readersOf(core, log));
  await startBackgroundWork(core, { config, clock, log, closing, onPass: executed.passEnded });
  if (config.roles.includes('api')) await core.quotes.warmUp();
  const served = config.roles.includes('api') ? config.areas : [];
  const areas = openAreas(served, { core, config, clock, registry: container.get(PORT.registry), storage });
  const app = createApp({
    areas,
    hosts: config.hosts,
    trustProxy: config.trustProxy,
    clock,
    requestIds: numberedIds(randomBytes(6).toString('hex')),
    logger: log,
    readiness: readinessOf({ storage, chain: chain.ports.chain, prices: core.prices, config }),
    devnet: chain.describeDevnet,
    metrics,
    openApi: openApiDocument({ areas: describeAreas(served), version: await programVersion() }),
  });
  const timed = httpMetrics(
    metrics.registry,
    areas.map(({ name, mount }) => ({ name, mount, host: config.hosts[name as AreaName] })),
  );
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, timed(app));
  closing.push(() => closeServer(server));
  log.info({ url: await listen(server, config), network: config.network, roles: config.roles }, 'listening');
  void chain.lost.then(onLost);
}

/** A nonce that holds up others is given less time than a fee that is too low: nothing behind it can be mined. */
const LONGEST_GAP_MS = 15_000;

const coreSettings = ({ slippage, stuckMs, requireBodyHash }: Config) => ({
  slippage,
  requireBodyHash,
  stuckAfterMs: stuckMs,
  gapAfterMs: Math.min(stuckMs, LONGEST_GAP_MS),
});

const tellBoth = (first: ExecutionObserver, second: ExecutionObserver): ExecutionObserver => ({
  observe: (event) => {
    first.observe(event);
    second.observe(event);
  },
});

const readersOf = (core: Core, log: Logger) => ({
  orders: core.orders.count,
  recorderAge: async () => (await core.prices.health()).ageSeconds,
  onError: (error: unknown) => log.error({ err: error }, 'a metric could not be read'),
});

function openBtcSources({ btcSources }: Config): readonly BtcPriceSource[] {
  const sources = makeBtcSources(btcSources, { clock: new SystemClock() });
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

async function programVersion(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

function listen(server: Server, { host, port }: Config): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const { address, family, port: chosen } = server.address() as AddressInfo;
      resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${chosen}`);
    });
  });
}

/** Lets requests under way finish, then their connections end; cuts them off after the grace period. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    const cut = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cut);
      resolve();
    });
  });
}

function die(error: unknown): void {
  const shown = error instanceof ConfigError ? error.message : error;
  pino({ level: 'fatal' }).fatal(error instanceof ConfigError ? {} : { err: error }, String(shown));
  process.exit(1);
}

await main().catch(die);
