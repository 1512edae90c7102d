import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import type { BareAnswer } from './bare-server.js';
import type { Load, LoadResult } from './http-load.js';

/** A server in a separate process. */
export interface Server {
  readonly child: ChildProcess;
  readonly port: number;
}

/** The request to send. */
export interface Case {
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Measured {
  readonly perSecond: number;
  /** Processor time of the server, microseconds per request. */
  readonly cpuUs: number;
}

/** The load on a server. */
export interface Pressure {
  readonly requests: number;
  readonly connections: number;
  readonly pipelining: number;
}

/** Starts a program of this folder and waits for its first message. */
export async function start(file: string, ...args: string[]) {
  const child = fork(new URL(`./${file}.js`, import.meta.url), args);
  const [told] = (await once(child, 'message')) as [Record<string, unknown>];
  return { child, told, port: told['port'] as number };
}

export async function ask<T>(child: ChildProcess, message: unknown): Promise<T> {
  child.send(message as object);
  return ((await once(child, 'message')) as [T])[0];
}

/** Headers that node:http adds by itself. */
const BY_NODE = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

export interface TimedAnswer extends BareAnswer {
  /** Milliseconds since the request. */
  readonly firstByteMs: number;
  readonly totalMs: number;
}

/** One request over a separate connection, with what a bare server must send to respond the same. */
export function fetchOnce(port: number, { path, headers }: Omit<Case, 'name'>): Promise<TimedAnswer> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, headers, agent: false }, (res) => {
      const chunks: Buffer[] = [];
      let firstByteMs = performance.now() - startedAt;
      res.once('data', () => (firstByteMs = performance.now() - startedAt));
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => {
        const totalMs = performance.now() - startedAt;
        const pairs = res.rawHeaders.flatMap((name, n) =>
          n % 2 === 0 && !BY_NODE.includes(name.toLowerCase()) ? [name, res.rawHeaders[n + 1]!] : [],
        );
        const body = Buffer.concat(chunks).toString('base64');
        resolve({ status: res.statusCode!, headers: pairs, body, firstByteMs, totalMs });
      });
    })
      .on('error', reject)
      .end();
  });
}

/** The value of a header in a flat list. */
export function headerIn({ headers }: BareAnswer, wanted: string): string | undefined {
  const at = headers.findIndex((name, n) => n % 2 === 0 && name.toLowerCase() === wanted);
  return at === -1 ? undefined : headers[at + 1];
}

export const bytesOf = ({ body }: BareAnswer): number => Buffer.from(body, 'base64').length;

/** Large bodies are requested less often. */
const MAX_BYTES = 5e8;

/** Lets the load process send the server requests whose responses have the given number of bytes. */
export async function measure(
  load: ChildProcess,
  server: Server,
  { path, headers }: Case,
  { requests, ...pressure }: Pressure,
  bytes: number,
): Promise<Measured> {
  const before = await cpuOf(server);
  const result = await ask<LoadResult>(load, {
    url: `http://127.0.0.1:${server.port}${path}`,
    headers,
    amount: Math.round(Math.min(requests, MAX_BYTES / Math.max(1, bytes))),
    ...pressure,
  } satisfies Load);
  return {
    perSecond: result.requests / result.seconds,
    cpuUs: ((await cpuOf(server)) - before) / result.requests,
  };
}

async function cpuOf({ child }: Server): Promise<number> {
  const { user, system } = await ask<NodeJS.CpuUsage>(child, 'cpu');
  return user + system;
}
