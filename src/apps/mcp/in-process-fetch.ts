import { createServer, request as sendRequest, type IncomingMessage, type RequestListener } from 'node:http';
import { duplexPair, Readable, type Duplex } from 'node:stream';

/** Headers of the caller that reach the server with its calls: they say where it is. */
const COPIED = ['x-forwarded-for', 'user-agent'];

/** Statuses of responses that have no body. */
const BODILESS = [204, 205, 304];

/**
 * Makes a function that opens, for a caller, a `fetch` whose requests reach the listener within the process. To the listener they come
 * from the caller's address, so its limits count them as the caller's.
 */
export function inProcessFetch(listener: RequestListener): (caller: IncomingMessage) => typeof fetch {
  // It listens at no address: it only speaks HTTP on the connections that are handed to it.
  const server = createServer(listener);
  return (caller) => async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const response = await exchange(connectionFrom(caller, server), {
      path: `${pathname}${search}`,
      headers: { ...headersOf(caller), ...Object.fromEntries(new Headers(init?.headers)) },
      method: init?.method ?? 'GET',
      body: typeof init?.body === 'string' ? init.body : undefined,
      signal: init?.signal ?? undefined,
    });
    const { statusCode: status = 500 } = response;
    const headers = Object.entries(response.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    );
    const body = BODILESS.includes(status) ? null : (Readable.toWeb(response) as ReadableStream<Uint8Array>);
    return new Response(body, { status, headers: Object.fromEntries(headers) });
  };
}

/** Connects to the server as from the caller's address. Returns the client's side. */
function connectionFrom({ socket }: IncomingMessage, server: ReturnType<typeof createServer>): Duplex {
  const [client, accepted] = duplexPair();
  const { remoteAddress } = socket;
  Object.defineProperty(accepted, 'remoteAddress', { value: remoteAddress });
  server.emit('connection', accepted);
  return client;
}

const headersOf = ({ headers }: IncomingMessage) =>
  Object.fromEntries(
    COPIED.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    }),
  );

interface Sent {
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
}

const exchange = (connection: Duplex, { body, signal, headers, ...target }: Sent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = sendRequest({
      ...target,
      // A host of its own, which is that of no area.
      headers: { ...headers, ...length, host: 'localhost', connection: 'close' },
      createConnection: () => connection,
      ...(signal && { signal }),
    });
    sent.once('response', resolve);
    sent.once('error', reject);
    sent.end(body);
  });
