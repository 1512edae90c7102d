import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { Server as NetServer, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { SharedCounts } from '../../adapters/express/index.js';
import { fieldsOf } from '../../domain/shared/fields.js';
import type { Config } from './config.js';
import { boundConnections, connectionsFor, TIMES, type Times } from './connections.js';
import { isSluice } from './is-sluice.js';
import { StartError } from '../run/start-error.js';

/** Time in ms that requests in progress may take once the process begins to stop. */
const GRACE_MS = 3_000;
const SWEEP_MS = 50;

/** Address of a server, and its maximum number of connections, by default as many as the available file handles allow. */
export type ServerAddress = Pick<Config, 'host' | 'port'> &
  Partial<Pick<Config, 'maxConnections' | 'connectionsPerAddress'>>;

export interface ListeningServer {
  readonly server: Server;
  /** Base address without a trailing slash. */
  readonly url: string;
  /** Makes this listener respond from the next request on. */
  readonly serve: (listener: RequestListener) => void;
}

/** A server that does not listen yet. */
export interface PreparedServer extends Omit<ListeningServer, 'url'> {
  /** Listens, and returns the base address. @throws StartError as `openServer` does. */
  readonly listen: () => Promise<string>;
}

/** Settings' names and times of a server. */
interface Listening {
  /** Settings that give the address, for messages. */
  readonly names?: string;
  readonly times?: Times;
  /** Counts of connections of other processes at the address; none when absent. */
  readonly counts?: SharedCounts | undefined;
}

/**
 * Listens at the address.
 *
 * @param names the settings that give the address, for messages.
 * @throws StartError if the address is in use, not allowed, or not one of this machine.
 */
export async function openServer(
  listener: RequestListener,
  address: ServerAddress,
  log: Pick<Logger, 'warn'>,
  listening: Listening = {},
): Promise<ListeningServer> {
  const { server, listen, serve } = await prepareServer(address, log, listening);
  serve(listener);
  return { server, url: await listen(), serve };
}

/** A server with the limits of the address, which `openServer` starts at once and a worker once it is ready. */
export async function prepareServer(
  { host, port, maxConnections, connectionsPerAddress = 0 }: ServerAddress,
  log: Pick<Logger, 'warn'>,
  { names = 'PORT', times = TIMES, counts }: Listening = {},
): Promise<PreparedServer> {
  const { idleMs, ...limits } = times;
  let current: RequestListener = (_req, res) => res.destroy();
  const server = createServer(limits, (req, res) => current(req, res));
  const atMost = await connectionsFor(maxConnections);
  boundConnections(server, { atMost, perAddress: connectionsPerAddress, idleMs, log, counts });
  const listen = async () => {
    server.listen(port, host);
    await once(server, 'listening').catch(async (error: unknown) => {
      throw await refusalOf(error, { host, port, names });
    });
    const { address, family, port: chosen } = server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${chosen}`;
  };
  return { server, listen, serve: (next) => void (current = next) };
}

async function refusalOf(
  error: unknown,
  { host, port, names }: Pick<ServerAddress, 'host' | 'port'> & { readonly names: string },
): Promise<unknown> {
  const where = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const options = { cause: error };
  switch (fieldsOf(error)['code']) {
    case 'EADDRINUSE':
      return new StartError(
        `${where} is taken by ${(await isSluice({ host, port })) ? 'a running Sluice server' : 'another program'}: stop it, or set ${names} to another port (0 picks a free one)`,
        options,
      );
    case 'EACCES':
      return new StartError(
        `this user may not listen on ${where}: set ${names} to a port above 1023`,
        options,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(
        `${host} is no address of this machine: set ${names === 'PORT' ? 'HOST' : names} to one, such as 127.0.0.1`,
        options,
      );
    default:
      return error;
  }
}

/** Waits for requests in progress and closes their connections, by force after the grace period. */
export function closeServer({ server }: Pick<ListeningServer, 'server'>): Promise<void> {
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

/**
 * Accepts no further connection, and waits until callers have closed theirs: each response is the last one on its connection, and
 * a connection without a request ends when its time is over. A connection that the server closed first could lose a request that
 * is on its way. After the limit, in milliseconds, `closeServer` ends what is left.
 */
export async function drainServer(
  { server }: Pick<ListeningServer, 'server'>,
  limitMs: number,
): Promise<void> {
  server.prependListener('request', (_req, res) => (res.shouldKeepAlive = false));
  // Not the method of node:http, which closes the connections without a request.
  const drained = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  const timer = new AbortController();
  const late = wait(limitMs, true, { signal: timer.signal }).catch(() => false);
  const isLate = await Promise.race([drained.then(() => false), late]);
  timer.abort();
  if (isLate) await closeServer({ server });
}
