import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A load of GET requests that does not wait for responses. */
export interface FloodOrder {
  readonly url: string;
  /** The request's path; `$N` becomes a new number each time. */
  readonly path: string;
  readonly perSecond: number;
  readonly seconds: number;
  readonly connections: number;
}

/** Numbers of requests sent, and of responses by status. */
export interface Flooded {
  readonly sent: number;
  readonly statuses: Readonly<Record<string, number>>;
}

const TICK_MS = 10;
const STATUS = /HTTP\/1\.1 (\d{3}) /g;

/** Sends the load in ticks of 10 ms over its connections in turn, then waits for the responses. */
export async function flood({ url, path, perSecond, seconds, connections }: FloodOrder): Promise<Flooded> {
  const { hostname, port } = new URL(url);
  const [before, after] = path.split('$N') as [string, string];
  const statuses: Record<string, number> = {};
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(Number(port), hostname);
      socket.on('data', (chunk) => {
        for (const [, status] of chunk.toString('latin1').matchAll(STATUS))
          statuses[status!] = (statuses[status!] ?? 0) + 1;
      });
      await once(socket, 'connect');
      return socket;
    }),
  );
  const send = (socket: Socket, n: number, headers = '') =>
    socket.write(`GET ${before}${n}${after} HTTP/1.1\r\nHost: ${hostname}\r\n${headers}\r\n`);
  const total = Math.round(perSecond * seconds);
  const from = performance.now();
  for (let sent = 0; sent < total; await pause(TICK_MS)) {
    const due = Math.min(total, Math.round(((performance.now() - from) / 1000) * perSecond));
    for (; sent < due; sent++) send(sockets[sent % connections]!, sent);
  }
  await Promise.all(
    sockets.map((socket, n) => {
      send(socket, total + n, 'Connection: close\r\n');
      return once(socket, 'close');
    }),
  );
  return { sent: total + connections, statuses };
}

if (process.send !== undefined && process.argv[2] === 'flood')
  process.on('message', (order: FloodOrder) => void flood(order).then((flooded) => process.send!(flooded)));
