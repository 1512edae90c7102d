import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** Responds to one request. */
export type Script = (res: ServerResponse, req: IncomingMessage) => void;

/** A server on a loopback port whose paths have a script for each request; the last one repeats. */
export class StreamHost {
  readonly seen: { readonly path: string; readonly lastId: string | undefined }[] = [];
  private readonly scripts = new Map<string, Script[]>();
  private readonly server = createServer((req, res) => {
    const path = (req.url ?? '').split('?')[0]!;
    this.seen.push({ path, lastId: req.headers['last-event-id'] as string | undefined });
    const script = this.scripts.get(path) ?? [notFound];
    (script.length > 1 ? script.shift()! : script[0]!)(res, req);
  });

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  on(path: string, ...scripts: Script[]): void {
    this.scripts.set(path, scripts);
  }

  /** The Last-Event-IDs that the path was asked for, in turn. */
  lastIds(path: string): readonly (string | undefined)[] {
    return this.seen.filter((one) => one.path === path).map(({ lastId }) => lastId);
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

export const json =
  (body: unknown, status = 200): Script =>
  (res) =>
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

export const notFound: Script = json({ error: 'Not found', code: 'not-found' }, 404);

export const frame = (event: string, data: unknown, id?: number): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

const head = (res: ServerResponse) => res.writeHead(200, { 'content-type': 'text/event-stream' });

/** Sends the frames and leaves the stream open. */
export const stream =
  (...frames: readonly string[]): Script =>
  (res) =>
    head(res).write(`retry: 1\n\n: heartbeat\n\n${frames.join('')}`);

/** Sends the frames and ends the stream. */
export const ended =
  (...frames: readonly string[]): Script =>
  (res) =>
    head(res).end(frames.join(''));

/** Sends the bytes one by one, and cuts the connection. */
export const cut =
  (text: string, length = Infinity): Script =>
  async (res) => {
    head(res);
    for (const byte of Buffer.from(text).subarray(0, length))
      await new Promise<void>((resolve) => res.write(Buffer.of(byte), () => resolve()));
    res.destroy();
  };
