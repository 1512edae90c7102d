import { once } from 'node:events';
import { connect } from 'node:net';

/** Clients that send GET requests, each the next one as soon as the last is responded to, whatever the response says. */
export interface FloodOrder {
  readonly url: string;
  /** The request's path; `$N` becomes a new number each time. */
  readonly path: string;
  readonly clients: number;
  readonly seconds: number;
}

/** Responses by status. */
export type Flooded = Readonly<Record<string, number>>;

const STATUS = /HTTP\/1\.1 (\d{3}) /g;

/** Floods for the time, with little work per request: the server shares its cores with this process. */
export async function flood({ url, path, clients, seconds }: FloodOrder): Promise<Flooded> {
  const { hostname, port } = new URL(url);
  const [before, after] = path.split('$N') as [string, string];
  const until = performance.now() + seconds * 1000;
  const statuses: Record<string, number> = {};
  const client = async (first: number) => {
    const socket = connect(Number(port), hostname);
    let n = first;
    const send = () => socket.write(`GET ${before}${n++}${after} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
    socket.on('data', (chunk) => {
      for (const [, status] of chunk.toString('latin1').matchAll(STATUS)) {
        statuses[status!] = (statuses[status!] ?? 0) + 1;
        if (performance.now() < until) send();
        else socket.destroy();
      }
    });
    await once(socket, 'connect');
    send();
    await once(socket, 'close');
  };
  await Promise.all(Array.from({ length: clients }, (_, n) => client(1_000_000 * (n + 1))));
  return statuses;
}

if (process.send !== undefined && process.argv[2] === 'flood')
  process.on('message', (order: FloodOrder) => void flood(order).then((flooded) => process.send!(flooded)));
