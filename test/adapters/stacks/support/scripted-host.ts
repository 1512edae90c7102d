import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface Scripted {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** Sent as JSON; a Buffer is sent as it is. */
  readonly body?: unknown;
  /** `hang`: no response. `cut`: breaks the connection at once. `cut-body`: breaks it after half of a response. */
  readonly fault?: 'hang' | 'cut' | 'cut-body';
}

/** A host on a loopback port that responds to each path with the next entry of its script, and repeats the last one. */
export class ScriptedHost {
  readonly seen: Seen[] = [];
  private readonly scripts = new Map<string, Scripted[]>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ScriptedHost> {
    const server = createServer();
    const host = new ScriptedHost(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => host.handle(request, response, Buffer.concat(chunks)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return host;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Sets the responses of a path, without its query. */
  script(path: string, ...answers: Scripted[]): void {
    this.scripts.set(path, answers);
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private handle(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const { method = '', url = '', headers } = request;
    this.seen.push({ method, path: url, headers, body });
    const script = this.scripts.get(url.split('?')[0] ?? '') ?? [];
    const next = (script.length > 1 ? script.shift() : script[0]) ?? {
      status: 404,
      body: { message: `Route ${method}:${url} not found`, error: 'Not Found', statusCode: 404 },
    };
    if (next.fault === 'hang') return;
    if (next.fault === 'cut') return void request.socket.destroy();
    const bytes = Buffer.isBuffer(next.body) ? next.body : Buffer.from(JSON.stringify(next.body ?? null));
    response.writeHead(next.status ?? 200, { ...next.headers, 'content-length': bytes.length });
    if (next.fault !== 'cut-body') return void response.end(bytes);
    response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy());
  }
}
