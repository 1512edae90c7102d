import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { startingApp, type SharedCounts } from '../../adapters/express/index.js';
import type { Clock } from '../../ports/index.js';
import type { Config } from './config.js';
import { programBuild } from './installation.js';
import { closeServer, openServer, type ListeningServer } from './http-server.js';
import type { StartUp } from './start-up.js';

/** The servers at the addresses of a process, which are taken before anything else is opened. */
export interface ClaimedPorts {
  readonly server: ListeningServer;
  /** Listener for `/metrics` alone; undefined if the server itself serves it. */
  readonly metrics: ListeningServer | undefined;
  /** Begins to listen; absent if the server listens already. */
  readonly listen?: () => Promise<unknown>;
  close(): Promise<void>;
}

interface ClaimOptions {
  readonly log: Logger;
  readonly clock: Clock;
  readonly startUp: StartUp;
  /** Counts of connections of other processes at the address; none when absent. */
  readonly counts?: SharedCounts | undefined;
}

/**
 * Listens at the addresses of the settings, so that a second process with the same addresses ends before it touches anything. While
 * the process starts, requests get 503 and `/healthz` gets 200: callers learn that they will be served, and a supervisor learns
 * that the process is alive, however long the start takes.
 *
 * @throws StartError when the process cannot listen at an address.
 */
export async function claimPorts(config: Config, options: ClaimOptions): Promise<ClaimedPorts> {
  const { log, counts } = options;
  const starting = startingResponses(config, options);
  const server = await openServer(starting, config, log, { counts });
  try {
    const { metricsAddress } = config;
    const metrics =
      metricsAddress && (await openServer(starting, metricsAddress, log, { names: 'SLUICE_METRICS_ADDR' }));
    const close = async () => {
      await Promise.all([closeServer(server), metrics && closeServer(metrics)]);
    };
    return { server, metrics, close };
  } catch (error) {
    await closeServer(server);
    throw error;
  }
}

/** The responses of a server while its process starts. */
export const startingResponses = (
  { corsOrigins }: Pick<Config, 'corsOrigins'>,
  { clock, startUp }: Omit<ClaimOptions, 'log'>,
): RequestListener =>
  startingApp({
    clock,
    build: programBuild(),
    corsOrigins,
    requestIds: randomUUID,
    waitsFor: startUp.current,
  });
