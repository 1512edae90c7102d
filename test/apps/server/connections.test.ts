import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { connectionsFor, TIMES, type Times } from '../../../src/apps/server/connections.js';
import {
  closeServer,
  openServer,
  type ListeningServer,
  type ServerAddress,
} from '../../../src/apps/server/http-server.js';

/** No test waits for it. */
const NEVER_MS = 600_000;
const NEVER: Times = {
  headersTimeout: NEVER_MS,
  requestTimeout: NEVER_MS,
  keepAliveTimeout: NEVER_MS,
  connectionsCheckingInterval: 5,
  idleMs: NEVER_MS,
};
const SOON_MS = 20;

const open: ListeningServer[] = [];
const callers: Socket[] = [];

afterEach(async () => {
  for (const caller of callers.splice(0)) caller.destroy();
  for (const listening of open.splice(0)) await closeServer(listening);
});

interface Served {
  readonly limits?: Partial<ServerAddress>;
  readonly times?: Partial<Times>;
  readonly listener?: RequestListener;
}

const respond: RequestListener = (_req, res) => void res.end('ok');

/** A server with no limits but these, and the lines it logs. */
async function serve({ limits, times, listener = respond }: Served) {
  const lines: unknown[] = [];
  const log = { warn: (line: unknown) => void lines.push(line) };
  const address = { host: '127.0.0.1', port: 0, ...limits };
  const listening = await openServer(listener, address, log, { times: { ...NEVER, ...times } });
  open.push(listening);
  return { port: Number(new URL(listening.url).port), lines };
}

async function caller(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  // A reset by the server is what these tests wait for.
  socket.on('error', () => {});
  callers.push(socket);
  await once(socket, 'connect');
  return socket;
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

/** Whatever the server sends until it closes the connection. */
const untilClosed = (socket: Socket): Promise<string> => text(socket).catch(() => '');

describe('the server closes a connection', () => {
  it('the server closes a connection on which no byte arrives', async () => {
    for (const times of [{ headersTimeout: SOON_MS }, { idleMs: SOON_MS }]) {
      const { port } = await serve({ times });
      expect(await untilClosed(await caller(port))).not.toContain('200 OK');
    }
  });

  it('the server closes a connection whose headers come too slowly, with 408', async () => {
    const { port } = await serve({ times: { headersTimeout: SOON_MS } });
    const socket = await caller(port);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nX-A: ');
    expect(await untilClosed(socket)).toContain('408 Request Timeout');
  });

  it('the server closes a connection whose body comes too slowly, with 408', async () => {
    const reading: RequestListener = (req, res) => void req.resume().on('end', () => res.end('ok'));
    const { port } = await serve({
      times: { headersTimeout: SOON_MS, requestTimeout: 2 * SOON_MS },
      listener: reading,
    });
    const socket = await caller(port);
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc');
    expect(await untilClosed(socket)).toContain('408 Request Timeout');
  });

  it('the server closes a connection whose caller does not read its response', async () => {
    let closed = false;
    const { port } = await serve({
      times: { idleMs: SOON_MS },
      listener: (_req, res) => {
        res.once('close', () => (closed = true));
        res.end(Buffer.alloc(64 * 1024 * 1024));
      },
    });
    const socket = await caller(port);
    socket.pause();
    socket.write(REQUEST);
    while (!closed) await setImmediate();
    expect(closed).toBe(true);
  });

  it('the server closes a connection that was idle between requests for long enough, and no sooner', async () => {
    // The first is long enough for a busy machine to read the request.
    const idleMs = 25 * SOON_MS;
    const { port } = await serve({ times: { idleMs, keepAliveTimeout: 2 * idleMs } });
    const socket = await caller(port);
    const from = performance.now();
    socket.write(REQUEST);
    expect(await untilClosed(socket)).toContain('200 OK');
    expect(performance.now() - from).toBeGreaterThanOrEqual(2 * idleMs);
  });
});

describe('the server keeps a connection', () => {
  it('the server keeps a connection while a request is being worked on, however long it takes', async () => {
    let finish = () => {};
    const { port } = await serve({
      times: { headersTimeout: SOON_MS, requestTimeout: SOON_MS, idleMs: SOON_MS },
      listener: (_req, res) => void (finish = () => void res.end('ok')),
    });
    const [silent, working] = [await caller(port), await caller(port)];
    working.write(REQUEST);
    // It is opened first and closed for its silence.
    await untilClosed(silent);
    expect(working.destroyed).toBe(false);
    finish();
    const [answer] = (await once(working, 'data')) as [Buffer];
    expect(String(answer)).toContain('200 OK');
  });

  it('the server keeps a connection of a proxy for longer than a load balancer keeps it', () => {
    expect(TIMES.keepAliveTimeout).toBeGreaterThan(60_000);
  });
});

describe('a response that precedes the end of its request', () => {
  const early: RequestListener = (_req, res) => void res.writeHead(429).end('too many');
  const LENGTH = 32 * 1024 * 1024;
  const HEAD = `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${LENGTH}\r\n\r\n`;

  it('a response that precedes the end of its request arrives, though the caller still sends and wants no other', async () => {
    const { port } = await serve({ listener: early });
    const socket = await caller(port);
    socket.pause();
    socket.write(HEAD);
    // The caller looks for the response once everything is sent, as most HTTP clients do.
    await new Promise((sent) => socket.write(Buffer.alloc(LENGTH), sent));
    expect(await untilClosed(socket)).toContain('429 Too Many Requests');
  });

  it.each([
    ['stops sending', { idleMs: SOON_MS }, false],
    ['sends too slowly', { headersTimeout: SOON_MS, requestTimeout: SOON_MS }, true],
  ])(
    'a response that precedes the end of its request is the last word to a caller that %s',
    async (_, times, isSending) => {
      const { port } = await serve({ listener: early, times });
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
      callers.push(socket);
      socket.write(HEAD);
      await once(socket, 'data');
      while ((await connectionsOf(open.at(-1)!)) > 0) {
        if (isSending) socket.write('a');
        await setImmediate();
      }
      expect(await untilClosed(socket)).toBe('');
    },
  );

  const connectionsOf = ({ server }: ListeningServer) =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
    );
});

describe('connections over a limit', () => {
  it.each([
    ['in all', { maxConnections: 2 }],
    ['of one address', { connectionsPerAddress: 2 }],
  ])('%s are refused, logged once a minute, and taken again when others have left', async (_, limits) => {
    const { port, lines } = await serve({ limits });
    const first = await caller(port);
    await caller(port);
    for (let n = 0; n < 3; n++) await untilClosed(await caller(port));
    expect(lines).toEqual([{ refused: 1 }]);
    first.destroy();
    await untilServed(port);
  });

  /** The server notices a closed connection a moment later. */
  async function untilServed(port: number): Promise<void> {
    for (;;) {
      const socket = await caller(port);
      socket.end(REQUEST);
      if ((await untilClosed(socket)).includes('200 OK')) return;
    }
  }

  it.each([
    [2_000, 20_000, 2_000],
    [2_000, 1_024, 824],
    [2_000, 256, 128],
    [undefined, 1_024, 824],
    [2_000, undefined, 2_000],
    [undefined, undefined, undefined],
  ])(
    'connections over a limit of %p wanted with %p file handles: %p are taken',
    async (wanted, files, taken) => {
      expect(await connectionsFor(wanted, Promise.resolve(files))).toBe(taken);
    },
  );
});
