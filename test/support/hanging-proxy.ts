import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy to a database that can hang: then no byte is passed on, but connections stay open. */
export interface HangingProxy {
  readonly url: string;
  hang(value: boolean): void;
  close(): Promise<void>;
}

/** Starts a proxy to the Postgres server of the URL. */
export async function hangingProxy(url: string): Promise<HangingProxy> {
  const to = new URL(url);
  const sockets = new Set<Socket>();
  let hangs = false;
  const server = createServer((near) => {
    const far = connect(Number(to.port || 5432), to.hostname);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => into.write(bytes));
      from.on('error', () => into.destroy()).on('close', () => into.destroy());
    }
    if (hangs) near.pause();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: through.href,
    hang: (value: boolean) => {
      hangs = value;
      for (const socket of sockets) {
        if (value) socket.pause();
        else socket.resume();
      }
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
