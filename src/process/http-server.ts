import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Config } from './config.js';
import { boundConnections, connectionsFor, TIMES, type Times } from './connections.js';

/** How long requests in progress may take once the process stops. */
const GRACE_MS = 3_000;
const SWEEP_MS = 50;

/** Where a server listens, and how many connections it takes; without the latter, as many as there are file handles for. */
export type ServerAddress = Pick<Config, 'host' | 'port'> &
  Partial<Pick<Config, 'maxConnections' | 'connectionsPerAddress'>>;

export interface ListeningServer {
  readonly server: Server;
  /** Base address without a trailing slash. */
  readonly url: string;
}

/** Rejects when the address is in use or not allowed. */
export async function openServer(
  listener: RequestListener,
  { host, port, maxConnections, connectionsPerAddress = 0 }: ServerAddress,
  log: Pick<Logger, 'warn'>,
  times: Times = TIMES,
): Promise<ListeningServer> {
  const { idleMs, ...limits } = times;
  const server = createServer(limits, listener);
  const atMost = await connectionsFor(maxConnections);
  boundConnections(server, { atMost, perAddress: connectionsPerAddress, idleMs, log });
  server.listen(port, host);
  await once(server, 'listening');
  const { address, family, port: chosen } = server.address() as AddressInfo;
  return { server, url: `http://${family === 'IPv6' ? `[${address}]` : address}:${chosen}` };
}

/** Waits for requests in progress and ends their connections; cuts them off after the grace period. */
export function closeServer({ server }: ListeningServer): Promise<void> {
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
