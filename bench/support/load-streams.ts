import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

/** Open streams of orders. */
export interface LoadStreams {
  /** Events received so far, by all streams. */
  events(): number;
  /** Streams that the server has ended. */
  ended(): number;
  close(): void;
}

/** Opens streams of all orders. */
export async function openStreams(port: number, count: number): Promise<LoadStreams> {
  let [events, ended] = [0, 0];
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('latin1');
    socket.write('GET /swap/api/v1/orders/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    await once(socket, 'data');
    socket.on('data', (piece: string) => (events += piece.split('event: order').length - 1));
    socket.on('close', () => ended++);
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
