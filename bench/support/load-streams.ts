import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

/** Open streams of orders. */
export interface LoadStreams {
  /** Events received so far, by all streams. */
  events(): number;
  /** Last text of each stream that the server has ended. */
  ended(): readonly string[];
  close(): void;
}

/** Opens streams of the owners' orders, several of an owner if there are fewer owners than streams. */
export async function openStreams(
  port: number,
  owners: readonly string[],
  count: number,
): Promise<LoadStreams> {
  let events = 0;
  const ended: string[] = [];
  const open = async (_: unknown, n: number): Promise<Socket> => {
    const owner = owners[n % owners.length];
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('latin1');
    socket.write(`GET /swap/api/v1/orders/stream?owner=${owner} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    const [head] = (await once(socket, 'data')) as [string];
    if (!head.startsWith('HTTP/1.1 200')) throw new Error(`a stream is refused: ${head}`);
    let last = '';
    socket.on('data', (piece: string) => {
      events += piece.split('event: order').length - 1;
      last = piece.slice(-500);
    });
    socket.on('close', () => ended.push(last));
    socket.on('error', () => undefined);
    return socket;
  };
  const sockets = await Promise.all(Array.from({ length: count }, open));
  return {
    events: () => events,
    ended: () => ended,
    close: () => sockets.forEach((socket) => socket.destroy()),
  };
}
