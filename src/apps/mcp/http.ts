import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { addressOf, networkOf } from '../../adapters/express/requests/caller.js';
import { CallsInProgress } from './calls-in-progress.js';
import { inProcessFetch } from './in-process-fetch.js';
import { mcpServer, type McpParts } from './server.js';
import type { ToolContext } from './tool.js';

/** Path of MCP over HTTP. */
const MCP_PATH = '/mcp';

/** Parts of MCP over HTTP. */
export interface McpOverHttp extends Omit<McpParts, 'context'> {
  readonly facts: ToolContext['facts'];
  /** Origins under which callers know this server, the first one foremost. */
  readonly origins: () => readonly string[];
  /** Number of trusted proxies in front of the process. */
  readonly trustProxy: number;
}

/** Longest request, bytes: a batch of orders and what surrounds it. */
const MOST_BYTES = 512 * 1024;
const MOST_CALLS = { perCaller: 8, inAll: 200 };
/** Address of the server for requests within the process; any that is valid. */
const INSIDE = 'http://localhost';

/**
 * Serves MCP at its path, and everything else by the listener, to which tools send their requests as from the caller's address. It
 * keeps nothing between requests. Pages of other origins are refused, also those whose host name was pointed at this machine.
 */
export function withMcp(listener: RequestListener, parts: McpOverHttp): RequestListener {
  const { facts, origins, trustProxy, onFailure } = parts;
  const fetchFor = inProcessFetch(listener);
  const calls = new CallsInProgress(MOST_CALLS);
  const serve = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { origin } = req.headers;
    if (origin !== undefined && !origins().includes(origin))
      return refuse(res, 403, 'this origin may not call /mcp');
    const body = await bodyOf(req);
    if (body === undefined) return refuse(res, 413, `a request has at most ${MOST_BYTES} bytes`);
    const leave = calls.enter(networkOf(addressOf(req, trustProxy)));
    if (leave === undefined) return refuse(res, 429, 'too many calls in progress from this address');
    res.once('close', leave);
    const audience = origins()[0] ?? INSIDE;
    const context = { url: INSIDE, audience, fetch: fetchFor(req), facts, now: Date.now };
    await respond(req, res, { body, parts: { ...parts, context } });
  };
  return (req, res) => {
    if (!isMcp(req)) return listener(req, res);
    serve(req, res).catch((error: unknown) => {
      if (res.destroyed) return;
      onFailure(error);
      if (res.headersSent) res.destroy();
      else refuse(res, 500, 'internal error');
    });
  };
}

const isMcp = ({ url = '' }: IncomingMessage) => url === MCP_PATH || url.startsWith(`${MCP_PATH}?`);

/** The body as text; undefined if it is too long. */
async function bodyOf(req: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

interface Asked {
  readonly body: string;
  readonly parts: McpParts;
}

async function respond(req: IncomingMessage, res: ServerResponse, { body, parts }: Asked): Promise<void> {
  // Protocol versions before 2025-06-18 allow many calls in one request, of which each would count as none.
  if (/^\s*\[/.test(body)) return refuse(res, 400, 'send one message at a time');
  const handler = createMcpHandler(() => mcpServer(parts), {
    // No tool changes while a process runs, so there is nothing to listen for.
    maxSubscriptions: 0,
  });
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  const answer = await handler.fetch(requestOf(req, body, gone.signal));
  const kept = [...answer.headers].filter(([name]) => name !== 'connection' && name !== 'cache-control');
  res.writeHead(answer.status, { ...Object.fromEntries(kept), ...SAFE });
  if (answer.body === null) res.end();
  else Readable.fromWeb(answer.body).pipe(res);
}

const SAFE = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

function requestOf({ method = 'GET', headers }: IncomingMessage, body: string, signal: AbortSignal): Request {
  const texts = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(`${INSIDE}${MCP_PATH}`, {
    ...{ method, headers: texts, signal },
    ...(hasBody && { body }),
  });
}

/** A refusal in the form of JSON-RPC, as the protocol's own are. */
function refuse(res: ServerResponse, status: number, message: string): void {
  res.writeHead(status, {
    'Content-Type': 'application/json',
    ...(status === 429 && { 'Retry-After': '1' }),
    ...SAFE,
    Connection: 'close',
  });
  res.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }));
}
