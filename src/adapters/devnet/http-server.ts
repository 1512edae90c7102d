import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Handler } from './faults.js';

export interface Request {
  /** The pattern's named groups, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface Route {
  readonly method: 'GET' | 'POST';
  /** Matches the whole path, without the query. */
  readonly path: RegExp;
  handle(request: Request): Answer | Promise<Answer>;
}

/** The request is unusable; the message becomes the response's error. */
export class BadRequest extends Error {}

export const answer = (body: unknown, status = 200): Answer => ({ status, body });

const MAX_BODY_BYTES = 2_000_000;
const NOT_FOUND = answer({ error: 'not found' }, 404);

/** Serves the routes as JSON. `report` receives failures that the request did not cause. */
export function serveRoutes(routes: readonly Route[], report: (cause: unknown) => void): Handler {
  return async (request, response) => {
    const { status, body } = await respond(routes, request).catch((cause: unknown) => {
      if (cause instanceof BadRequest) return answer({ error: cause.message }, 400);
      report(cause);
      return answer({ error: 'internal error' }, 500);
    });
    send(response, status, body);
  };
}

async function respond(routes: readonly Route[], request: IncomingMessage): Promise<Answer> {
  const body = await readBody(request);
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://devnet');
  for (const route of routes) {
    const match = route.method === request.method ? route.path.exec(pathname) : null;
    if (match !== null) return route.handle({ params: decodeGroups(match), query, body });
  }
  return NOT_FOUND;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'access-control-allow-origin': '*',
  });
  response.end(text);
}

function decodeGroups(match: RegExpExecArray): Record<string, string> {
  try {
    return Object.fromEntries(
      Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch (cause) {
    throw new BadRequest('the path is not valid percent-encoding', { cause });
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw new BadRequest('the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The body as a JSON object; an empty body is an empty object. */
export function jsonBody({ body }: Request): Record<string, unknown> {
  try {
    const value: unknown = body.length === 0 ? {} : JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  throw new BadRequest('the body must be a JSON object');
}

export interface Listener {
  readonly url: string;
  close(): Promise<void>;
}

/** Listens on the loopback interface; port 0 picks a free one. */
export async function listen(handler: Handler, port: number): Promise<Listener> {
  const server = createServer(
    // Longer than clients keep an idle connection, so that no request meets a connection being closed.
    { keepAliveTimeout: 65_000 },
    (request, response) => void handler(request, response),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${bound}`, close: () => closeServer(server) };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}
