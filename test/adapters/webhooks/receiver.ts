import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly path: string;
}

export interface Receiver {
  readonly port: number;
  readonly url: string;
  readonly received: Received[];
  close(): Promise<void>;
}

export const respond =
  (status: number, headers: Readonly<Record<string, string>> = {}) =>
  (_received: Received, res: ServerResponse): void =>
    void res.writeHead(status, headers).end();

/** A server that reads each request and then lets the function respond, or not. */
export async function startReceiver(
  answer: (received: Received, res: ServerResponse) => void = respond(204),
): Promise<Receiver> {
  const received: Received[] = [];
  const listener: RequestListener = (req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const one = { headers: req.headers, body: Buffer.concat(chunks).toString(), path: req.url ?? '' };
      received.push(one);
      answer(one, res);
    });
    req.on('error', () => undefined);
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
