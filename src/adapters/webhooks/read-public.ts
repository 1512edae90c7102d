import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { err, ok, type Result } from '../../domain/shared/result.js';
import { hostOf, urlProblem } from '../../domain/webhook/url.js';
import { findAddresses } from './find-addresses.js';
import { onlyTo } from './post.js';
import { isPublicAddress } from './public-addresses.js';
import { resolveByName, type Resolve } from './resolve-host.js';

/** Options for reading files at strangers' addresses. */
export interface PublicOptions {
  /** Milliseconds for a whole file, redirects included. Each reader has a default. */
  readonly timeoutMs?: number;
  /** Looks up hosts; by default through this machine's name servers. */
  readonly resolve?: Resolve;
  /** Whether to connect to an address. Default: those of the public internet. */
  readonly isPublic?: (address: string) => boolean;
  /** PEM certificates to trust in place of this machine's. */
  readonly ca?: string;
}

/** Limits of one kind of file. */
export interface FileLimits {
  /** The Accept header. */
  readonly accept: string;
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

const HEADER_BYTES = 8_192;
const REDIRECTS = 3;
const NOWHERE = { allowedHosts: [], allowsHttp: false };

/**
 * Reads a file over https from addresses of the public internet. Redirects must meet the same rules. Returns the reason if there is
 * no file.
 */
export async function readPublic(
  address: string,
  { timeoutMs, ...limits }: FileLimits,
  { timeoutMs: chosenMs, ...options }: PublicOptions,
): Promise<Result<Buffer, string>> {
  const signal = AbortSignal.timeout(chosenMs ?? timeoutMs);
  let at = address;
  for (let n = 0; n <= REDIRECTS; n++) {
    const got = await get(at, signal, limits, options);
    if (!got.ok) return got;
    if (Buffer.isBuffer(got.value)) return ok(got.value);
    at = got.value.location;
  }
  return err(`more than ${REDIRECTS} redirects`);
}

type Got = Result<Buffer | { readonly location: string }, string>;
type Limits = Omit<FileLimits, 'timeoutMs'>;

async function get(
  address: string,
  signal: AbortSignal,
  limits: Limits,
  { resolve = resolveByName, isPublic = isPublicAddress, ca }: PublicOptions,
): Promise<Got> {
  const problem = urlProblem(address, NOWHERE);
  if (problem !== undefined) return err(`the address ${problem}`);
  const url = new URL(address);
  const addresses = await findAddresses(hostOf(url), resolve, signal);
  if (signal.aborted) return err('no response in time');
  if (addresses.length === 0) return err('the host has no address');
  if (!addresses.every(isPublic)) return err('the host has an address that is not public');
  const { accept, maxBytes } = limits;
  return new Promise((done) => {
    const sent = request(url, {
      headers: { accept, 'user-agent': 'Sluice-Tokens/1' },
      agent: false,
      lookup: onlyTo(addresses),
      maxHeaderSize: HEADER_BYTES,
      signal,
      ...(ca !== undefined && { ca }),
    });
    let left = HEADER_BYTES + maxBytes;
    // Interim responses count too, since nothing else limits their number.
    sent.on('socket', (socket) =>
      socket.on('data', (chunk: Buffer) => {
        left -= chunk.length;
        if (left >= 0) return;
        done(err(`the response has more than ${maxBytes} bytes`));
        sent.destroy();
      }),
    );
    sent.on('error', () => done(err(signal.aborted ? 'no response in time' : 'the connection failed')));
    sent.on('close', () => done(err('the connection was closed')));
    sent.on(
      'response',
      (response) =>
        void read(response, url, maxBytes)
          .then(done)
          .finally(() => sent.destroy()),
    );
    sent.end();
  });
}

async function read(response: IncomingMessage, url: URL, maxBytes: number): Promise<Got> {
  const { statusCode: status = 0, headers } = response;
  const { location } = headers;
  if (status >= 300 && status < 400 && location !== undefined)
    return URL.canParse(location, url.href)
      ? ok({ location: new URL(location, url.href).href })
      : err('the redirect leads nowhere');
  if (status !== 200) return err(`status ${status}`);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      if (bytes > maxBytes) return err(`the document has more than ${maxBytes} bytes`);
    }
  } catch {
    return err('the response broke off');
  }
  return ok(Buffer.concat(chunks));
}
