import { Agent, request } from 'node:http';

/** A response whose body was read. */
export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: object;
  /** After this time without a whole response the call rejects. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

const TIMEOUT_MS = 60_000;

/** Someone with an address of their own, on one connection that stays open. */
export class Caller {
  private readonly agent: Agent;

  /** @param localAddress an address of the loopback network, such as 127.0.0.7. */
  constructor(
    private readonly url: string,
    readonly localAddress: string,
    maxSockets = 1,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets, localAddress });
  }

  /** Rejects when no whole response comes. */
  send(
    path: string,
    { method = 'GET', headers, json, timeoutMs = TIMEOUT_MS, signal }: Call = {},
  ): Promise<Answer> {
    const body = json === undefined ? undefined : JSON.stringify(json);
    const bodyHeaders = body && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const limit = AbortSignal.timeout(timeoutMs);
    return new Promise((resolve, reject) => {
      const call = request(
        `${this.url}${path}`,
        {
          agent: this.agent,
          method,
          headers: { ...headers, ...bodyHeaders },
          signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
        },
        (res) => {
          const chunks: Buffer[] = [];
          res.on('data', (chunk: Buffer) => chunks.push(chunk));
          res.on('error', reject);
          res.on('end', () =>
            resolve({ status: res.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
          );
        },
      );
      call.on('error', reject).end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
