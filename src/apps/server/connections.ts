import { readFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Logger } from 'pino';
import { OpenCounts } from '../../adapters/express/requests/open-counts.js';
import { sharedTopic, type SharedCounts } from '../../adapters/express/requests/shared-counts.js';
import { countingLog } from './counting-log.js';

/** Time limits of a connection, ms. */
export interface Times {
  /** To the end of a request's headers, from its first byte or, for the first request, from the start of the connection. */
  readonly headersTimeout: number;
  /** To the end of the request's body, from the same moment. */
  readonly requestTimeout: number;
  /** Without a request, between two of them. */
  readonly keepAliveTimeout: number;
  /** Interval of checks of `headersTimeout` and `requestTimeout`. */
  readonly connectionsCheckingInterval: number;
  /** Without the caller reading a byte of a response. */
  readonly idleMs: number;
}

export const TIMES: Times = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  // Longer than proxies keep an idle connection: if the server closed it first, a request could arrive on it and become a 502.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  idleMs: 15_000,
};

/** File handles reserved for everything except callers' connections: the database, nodes, price sources, files. */
const OTHER_FILES = 200;

/**
 * Maximum number of connections: the wanted one, or what the available file handles allow if that is less. Undefined if neither is
 * known.
 */
export async function connectionsFor(
  wanted: number | undefined,
  maxFiles = openFilesLimit(),
): Promise<number | undefined> {
  const files = await maxFiles;
  if (files === undefined) return wanted;
  const possible = Math.max(files - OTHER_FILES, Math.floor(files / 2));
  return Math.min(wanted ?? possible, possible);
}

/** Maximum number of open files (`ulimit -n`), which Linux reports; undefined elsewhere. */
async function openFilesLimit(): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const limits = await readFile('/proc/self/limits', 'utf8');
  const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  return soft === undefined ? undefined : Number(soft);
}

interface Bounds {
  /** Concurrent connections; unlimited if undefined. */
  readonly atMost: number | undefined;
  /** Concurrent connections of one address, or one /64 network of IPv6 addresses; 0 for no limit. */
  readonly perAddress: number;
  readonly idleMs: number;
  readonly log: Pick<Logger, 'warn'>;
  /** Counts of connections of other processes at the address; none when absent. */
  readonly counts?: SharedCounts | undefined;
}

/** Refuses connections beyond the limits, ends those whose caller does not read the response, and lets others finish their request. */
export function boundConnections(server: Server, { atMost, perAddress, idleMs, log, counts }: Bounds): void {
  const note = countingLog(log, 'connections over the limit were refused');
  if (atMost !== undefined) server.maxConnections = atMost;
  server.on('drop', note);
  if (perAddress > 0)
    boundPerAddress(server, {
      limit: perAddress,
      note,
      open: new OpenCounts(sharedTopic(counts, 'connections')),
    });
  endIdle(server, idleMs);
  lingerOnClose(server);
}

interface AddressBound {
  readonly limit: number;
  readonly open: OpenCounts;
  /** Called for each refusal. */
  readonly note: () => void;
}

function boundPerAddress(server: Server, { limit, open, note }: AddressBound): void {
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    socket.once('close', open.add(remoteAddress));
    if (open.of(remoteAddress) <= limit) return;
    note();
    socket.destroy();
  });
}

/**
 * Ends inactive connections. While a request is being handled, its connection ends only if the caller has stopped reading: the
 * handler itself may take any time.
 */
function endIdle(server: Server, idleMs: number): void {
  const working = new Set<Socket>();
  server.on('request', ({ socket }: IncomingMessage, res: ServerResponse) => {
    working.add(socket);
    res.once('close', () => working.delete(socket));
  });
  server.setTimeout(idleMs, (socket) => {
    if (!working.has(socket) || socket.writableLength > 0) socket.destroy();
  });
}

/**
 * Reads the rest of a request whose response is sent before a connection is closed: closing resets a connection with unread bytes,
 * and the caller loses the response (RFC 9112, section 9.6). `requestTimeout` and `idleMs` bound it.
 */
function lingerOnClose(server: Server): void {
  server.on('request', (req: IncomingMessage) => {
    const { socket } = req;
    // Not the socket's own, which may be that of an earlier request.
    const close = () => Socket.prototype.destroySoon.call(socket);
    socket.destroySoon = () => {
      if (req.complete) return close();
      socket.end();
      req.resume().once('end', close);
    };
  });
}
