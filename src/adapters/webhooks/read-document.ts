import { request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { MetadataRecord } from '../../domain/metadata-record/metadata-record.js';
import { readSafeJson } from '../../domain/metadata-record/safe-json.js';
import { parseJson } from '../../domain/shared/json.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import { hostOf, urlProblem } from '../../domain/webhook/url.js';
import { findAddresses } from './find-addresses.js';
import { onlyTo } from './post.js';
import { isPublicAddress } from './public-addresses.js';
import { resolveByName, type Resolve } from './resolve-host.js';

/** Options for reading documents at strangers' addresses. */
export interface DocumentOptions {
  /** Milliseconds for a whole document, redirects included. Default 10,000. */
  readonly timeoutMs?: number;
  /** Looks up hosts; by default through this machine's name servers. */
  readonly resolve?: Resolve;
  /** Whether to connect to an address. Default: those of the public internet. */
  readonly isPublic?: (address: string) => boolean;
  /** PEM certificates to trust in place of this machine's. */
  readonly ca?: string;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 65_536;
const HEADER_BYTES = 8_192;
const REDIRECTS = 3;
const DATA = /^data:application\/json(?:;charset=utf-8)?(;base64)?,(.*)$/is;
const NOWHERE = { allowedHosts: [], allowsHttp: false };

/**
 * Reads JSON documents from data: addresses, and over https from addresses of the public internet. Redirects must meet the same
 * rules.
 *
 * @example
 * const read = makeReadDocument();
 * const document = await read('https://example.org/token.json');
 */
export const makeReadDocument =
  ({ timeoutMs = TIMEOUT_MS, ...options }: DocumentOptions = {}) =>
  async (address: string): Promise<Result<MetadataRecord, string>> => {
    const data = DATA.exec(address);
    if (data !== null) return parse(dataOf(data[2] ?? '', data[1] !== undefined));
    const signal = AbortSignal.timeout(timeoutMs);
    let at = address;
    for (let n = 0; n <= REDIRECTS; n++) {
      const got = await get(at, signal, options);
      if (!got.ok) return got;
      if (typeof got.value === 'string') return parse(got.value);
      at = got.value.location;
    }
    return err(`more than ${REDIRECTS} redirects`);
  };

function dataOf(text: string, isBase64: boolean): string | undefined {
  try {
    return isBase64 ? Buffer.from(text, 'base64').toString() : decodeURIComponent(text);
  } catch {
    // The percent signs are malformed.
    return undefined;
  }
}

function parse(text: string | undefined): Result<MetadataRecord, string> {
  const safe = readSafeJson(text === undefined ? undefined : parseJson(text));
  return safe.ok ? safe : err('the document is not a JSON object');
}

type Got = Result<string | { readonly location: string }, string>;

async function get(
  address: string,
  signal: AbortSignal,
  { resolve = resolveByName, isPublic = isPublicAddress, ca }: DocumentOptions,
): Promise<Got> {
  const problem = urlProblem(address, NOWHERE);
  if (problem !== undefined) return err(`the address ${problem}`);
  const url = new URL(address);
  const addresses = await findAddresses(hostOf(url), resolve, signal);
  if (signal.aborted) return err('no response in time');
  if (addresses.length === 0) return err('the host has no address');
  if (!addresses.every(isPublic)) return err('the host has an address that is not public');
  return new Promise((done) => {
    const sent = request(url, {
      headers: { accept: 'application/json', 'user-agent': 'Sluice-Tokens/1' },
      agent: false,
      lookup: onlyTo(addresses),
      maxHeaderSize: HEADER_BYTES,
      signal,
      ...(ca !== undefined && { ca }),
    });
    let left = HEADER_BYTES + MAX_BYTES;
    // Interim responses count too, since nothing else limits their number.
    sent.on('socket', (socket) =>
      socket.on('data', (chunk: Buffer) => {
        left -= chunk.length;
        if (left >= 0) return;
        done(err(`the response has more than ${MAX_BYTES} bytes`));
        sent.destroy();
      }),
    );
    sent.on('error', () => done(err(signal.aborted ? 'no response in time' : 'the connection failed')));
    sent.on('close', () => done(err('the connection was closed')));
    sent.on(
      'response',
      (response) =>
        void read(response, url)
          .then(done)
          .finally(() => sent.destroy()),
    );
    sent.end();
  });
}

async function read(response: IncomingMessage, url: URL): Promise<Got> {
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
      if (bytes > MAX_BYTES) return err(`the document has more than ${MAX_BYTES} bytes`);
    }
  } catch {
    return err('the response broke off');
  }
  return ok(Buffer.concat(chunks).toString());
}
