import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { SendFailure } from '../../domain/webhook/delivery.js';

/** Number of bytes of the response to read and discard, for receivers that write before they close. */
const READ_BYTES = 8_192;
/**
 * Maximum number of bytes before the response's final status, and of the headers of one response. A receiver may send any number
 * of interim responses.
 */
const HEADER_BYTES = 8_192;

export interface Post {
  readonly url: URL;
  /** The only addresses to connect to, at least one. */
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Posted =
  | { readonly kind: 'responded'; readonly status: number; readonly retryAfter?: string | undefined }
  | { readonly kind: 'failed'; readonly failure: SendFailure };

/** Posts the body over a new connection. Follows no redirect, and keeps only the response's status and Retry-After. */
export function post({ url, addresses, headers, body }: Post, signal: AbortSignal): Promise<Posted> {
  return new Promise((resolve) => {
    let isConnected = false;
    let isEncrypted = false;
    let hasStatus = false;
    const options: RequestOptions = {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: false,
      lookup: onlyTo(addresses),
      maxHeaderSize: HEADER_BYTES,
      signal,
    };
    const isHttps = url.protocol === 'https:';
    const request = (isHttps ? httpsRequest : httpRequest)(url, options);
    request.on('socket', (socket: Socket) => {
      socket.once('connect', () => (isConnected = true));
      socket.once('secureConnect', () => (isEncrypted = true));
      let left = HEADER_BYTES;
      // Node parses each chunk before this listener runs. It limits the headers of each response, but not the number of responses.
      socket.on('data', (chunk: Buffer) => {
        left -= chunk.length;
        if (hasStatus || left >= 0) return;
        resolve({ kind: 'failed', failure: 'malformed-response' });
        request.destroy();
      });
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      // Once the status is known, an error while reading the body does not matter.
      if (hasStatus) return;
      const isHandshake = isHttps && isConnected && !isEncrypted;
      resolve({ kind: 'failed', failure: failureOf(error, { signal, isHandshake }) });
    });
    request.on('response', (response) => {
      hasStatus = true;
      const { statusCode: status = 0, headers: received } = response;
      void drain(response).then(() =>
        resolve({ kind: 'responded', status, retryAfter: received['retry-after'] }),
      );
    });
    // A receiver that switches protocols causes neither a response nor an error.
    request.on('close', () => {
      if (!hasStatus) resolve({ kind: 'failed', failure: 'malformed-response' });
    });
    request.end(body);
  });
}

/** Returns a look-up that resolves every name to the checked addresses, whatever a name server says by then. */
export function onlyTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, callback) => {
    if (all === true) callback(null, found);
    else callback(null, found[0]!.address, found[0]!.family);
  };
}

/** Reads a little of the response and then closes the connection. */
async function drain(response: IncomingMessage): Promise<void> {
  let left = READ_BYTES;
  try {
    for await (const chunk of response) {
      left -= (chunk as Buffer).length;
      if (left < 0) break;
    }
  } catch {
    // The status is known already.
  }
  response.destroy();
}

function failureOf(
  { code = '' }: NodeJS.ErrnoException,
  { signal, isHandshake }: { readonly signal: AbortSignal; readonly isHandshake: boolean },
): SendFailure {
  if (signal.aborted) return 'no-response-in-time';
  if (code.startsWith('HPE_')) return 'malformed-response';
  return isHandshake ? 'tls-failed' : 'connection-failed';
}
