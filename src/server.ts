#!/usr/bin/env node
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino, type Logger } from 'pino';
import { createApp, swapArea, type Readiness } from './adapters/express/index.js';
import {
  chainModule,
  CORE,
  createContainer,
  openChain,
  PORT,
  pricesModule,
  storageModule,
  systemModule,
} from './adapters/inversify/index.js';
import { makeBtcSources } from './adapters/btc-oracle/index.js';
import { repeat } from './adapters/system/repeat.js';
import { SystemClock } from './adapters/system/index.js';
import { openStorage, type Storage } from './adapters/typeorm/index.js';
import type { Core } from './application/core.js';
import type { BtcPriceSource, ChainNode } from './ports/index.js';
import { ConfigError, devnetJournalPath, readConfig, type Config } from './config.js';

/** How long requests under way may take once the process was asked to stop. */
const GRACE_MS = 3_000;
const SWEEP_MS = 50;

/** What is not closed by then is cut off; every write that was answered is on disk already. */
const STOP_LIMIT_MS = 4_500;

const MAINTENANCE_MS = 10 * 60 * 1000;
/** What a crash may lose of the keys' activity. */
const ACTIVITY_MS = 1_000;

type Close = () => Promise<void>;

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
  const storage = await openStorage(config.databaseUrl);
  closing.push(() => storage.close());
  const { blockMs, devnetControlPort: controlPort } = config;
  const chain = await openChain({
    ...config,
    clock: new SystemClock(),
    devnet: { blockMs, controlPort, journalPath: devnetJournalPath(config) },
    log: log.child({ part: 'chain' }),
  });
  closing.push(() => chain.close());
  const modules = [
    systemModule(),
    storageModule(storage.ports),
    chainModule(chain.ports),
    pricesModule({ btcSources: openBtcSources(config) }),
  ];
  const container = createContainer(modules, { slippage: config.slippage });
  const core = container.get(CORE);
  const clock = container.get(PORT.clock);
  closing.push(startMaintenance(core, log), startActivityLog(core, log));
  if (config.roles.includes('executor')) closing.push(await startSettlement(core, config, log));
  if (config.roles.includes('api')) await core.quotes.warmUp();
  const app = createApp({
    areas: config.roles.includes('api')
      ? config.areas.map(() => swapArea(core, { clock, ...corsOf(config) }))
      : [],
    hosts: config.hosts,
    clock,
    requestIds: randomUUID,
    logger: log,
    readiness: () => readiness(storage, chain.ports.chain),
    devnet: chain.describeDevnet,
  });
  const server = createServer(app);
  closing.push(() => closeServer(server));
  log.info({ url: await listen(server, config), network: config.network, roles: config.roles }, 'listening');
  void chain.lost.then(onLost);
}

function openBtcSources({ btcSources }: Config): readonly BtcPriceSource[] {
  const sources = makeBtcSources(btcSources, { clock: new SystemClock() });
  if (!sources.ok) throw new ConfigError(`SLUICE_BTC_SOURCES cannot be used: ${sources.error.reason}`);
  return sources.value;
}

const corsOf = ({ corsOrigins }: Config) =>
  ({ corsOrigins: corsOrigins.includes('*') ? '*' : corsOrigins }) as const;

/** Settles at once what an earlier process left behind, then every `executorMs`. */
async function startSettlement(core: Core, { executorMs }: Config, log: Logger): Promise<Close> {
  const settle = async () => {
    const settled = await core.execution.settle();
    if (!settled.ok)
      log.warn({ reason: settled.error.reason }, 'the chain cannot be reached; settlement waits');
    else if (settled.value.looked > 0) log.debug(settled.value, 'settled');
  };
  const onError = (error: unknown) =>
    log.error({ err: error }, 'settlement failed; it goes on with the next pass');
  await settle().catch(onError);
  const settlement = repeat(settle, { intervalMs: executorMs, onError });
  return () => settlement.stop();
}

function startMaintenance(core: Core, log: Logger): Close {
  const onError = (error: unknown) => log.error({ err: error }, 'maintenance failed; it is tried again');
  const maintenance = repeat(core.maintenance.tidy, { intervalMs: MAINTENANCE_MS, onError });
  return () => maintenance.stop();
}

/** Writes down every second what keys were used for; once more at the end. */
function startActivityLog({ apiKeys: { activity } }: Core, log: Logger): Close {
  const onError = (error: unknown) =>
    log.error({ err: error }, 'key activity could not be written; it is kept');
  const flushing = repeat(() => activity.flush(), { intervalMs: ACTIVITY_MS, onError });
  return async () => {
    await flushing.stop();
    await activity.flush().catch(onError);
  };
}

async function readiness(storage: Storage, chain: ChainNode): Promise<Readiness> {
  const [database, tip] = await Promise.allSettled([storage.ping(), chain.tipHeight()]);
  const reasons = [
    ...(database.status === 'rejected' ? ['the database does not answer'] : []),
    ...(tip.status === 'rejected' || !tip.value.ok ? ['the chain cannot be reached'] : []),
  ];
  return { ready: reasons.length === 0, reasons };
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
