import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from './config.js';

/** How long requests in progress may take once the process stops. */
const GRACE_MS = 3_000;
const SWEEP_MS = 50;

/** Longer than proxies keep an idle connection: a request on a closing connection would become a 502. */
const KEEP_ALIVE_MS = 65_000;

export interface ListeningServer {
  readonly server: Server;
  /** Base address without a trailing slash. */
  readonly url: string;
}

/** Rejects when the address is in use or not allowed. */
export async function openServer(
  listener: RequestListener,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Promise<ListeningServer> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, listener);
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
