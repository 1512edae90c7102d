import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isObject } from '../../../domain/shared/fields.js';
import { bigintAsText, parseJson } from '../../../domain/shared/json.js';
import { UpstreamUnavailable } from '../vm/upstream.js';

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface Request {
  readonly path: string;
  /** The path with the query. */
  readonly url: string;
  /** The pattern's named groups, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Buffer;
}

export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: RegExp;
  /** Returns the body of a response with status 200. */
  readonly handle: (request: Request) => unknown;
}

const routesOf =
  (method: Route['method']) =>
  (pattern: string, handle: Route['handle']): Route => ({ method, path: new RegExp(`^${pattern}$`), handle });

/** A GET route. Its pattern must match the whole path, without the query. */
export const get = routesOf('GET');
export const post = routesOf('POST');

/** An error response with this status and body. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly body: { readonly error?: string; readonly [field: string]: unknown },
    options?: ErrorOptions,
  ) {
    super(body.error, options);
  }
}

export const badRequest = (error: string, options?: ErrorOptions): HttpError =>
  new HttpError(400, { error }, options);

/** Another server's response, passed on. */
export async function forwarded(
  response: Promise<{ readonly status: number; readonly body: unknown }>,
): Promise<unknown> {
  const { status, body } = await response;
  if (status === 200) return body;
  throw new HttpError(status, isObject(body) ? body : { error: 'not found' });
}

const MAX_BODY_BYTES = 2_000_000;

/** Serves the routes as JSON. `report` receives failures that were not caused by the request. */
export function serveRoutes(routes: readonly Route[], report: (cause: unknown) => void): Handler {
  return async (request, response) => {
    try {
      send(response, 200, await respond(routes, request));
    } catch (cause) {
      if (cause instanceof HttpError) return send(response, cause.status, cause.body);
      if (cause instanceof UpstreamUnavailable)
        return send(response, 503, { error: `the forked network did not answer: ${cause.message}` });
      report(cause);
      send(response, 500, { error: 'internal error' });
    }
  };
}

/** Lets pages of every origin send JSON to the handler's routes, as public nodes do. */
export const openToPages =
  (handler: Handler): Handler =>
  async (request, response) => {
    if (request.method !== 'OPTIONS') return handler(request, response);
    response.writeHead(204, {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'content-type',
    });
    response.end();
  };

async function respond(routes: readonly Route[], request: IncomingMessage): Promise<unknown> {
  const body = await readBody(request);
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://devnet');
  for (const route of routes) {
    const match = route.method === request.method ? route.path.exec(pathname) : null;
    if (match !== null)
      return route.handle({
        path: pathname,
        url: request.url ?? '/',
        params: decodeGroups(match),
        query,
        body,
      });
  }
  throw new HttpError(404, { error: 'not found' });
}

/** Responds with JSON; amounts become text. */
export function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body, bigintAsText);
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
    throw badRequest('the path is not valid percent-encoding', { cause });
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw badRequest('the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export type JsonBody = Readonly<Record<string, unknown>>;

/** The body as a JSON object. An empty body gives an empty object. */
export function jsonBody({ body }: Request): JsonBody {
  const value = body.length === 0 ? {} : parseJson(body.toString('utf8'));
  if (isObject(value)) return value;
  throw badRequest('the body must be a JSON object');
}

export interface Listener {
  readonly url: string;
  close(): Promise<void>;
}

/** Listens on the loopback interface; port 0 means any free one. */
export async function listen(handler: Handler, port: number): Promise<Listener> {
  // Longer than clients keep an idle connection, so that no request is sent on a connection that is being closed.
  const options = { keepAliveTimeout: 65_000 };
  const server = createServer(options, (request, response) => void handler(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: bound } = server.address() as AddressInfo;
  const close = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://127.0.0.1:${bound}`, close };
}
