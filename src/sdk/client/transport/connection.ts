import { call, correct, type AnyRequest, type AnyRoute, type Sending } from './call.js';
import { unknownName, type Names } from './known-names.js';
import type { SubnetCall } from './wallet-calls.js';
import { requireTimeout } from './request-json.js';
import type { AreaName, OperationId, ResponseOf, Route, Sent } from './route.js';
import { SeenPosition } from './seen-position.js';
import { ServerClock } from './server-clock.js';
import { PLATFORM, type System } from './system.js';
import { MOUNTS } from '../wire/routes.js';

/** Signer for a wallet: one of `sluice/signing`, or a compatible one. */
export interface ClientWallet {
  /** The wallet's address on the server's network. */
  readonly address: string;
  /** Compressed public key, 66 hex characters. */
  readonly publicKey: string;
  /** Signs a text as `stx_signMessage` does. Resolves to R, S, V in 130 hex characters. */
  signText(message: string): Promise<string>;
  /** Signs SIP-018 structured data, as orders are. Resolves to R, S, V in 130 hex characters. For wallets that place orders by symbol. */
  signStructured?(data: unknown): Promise<string>;
  /** Signs a contract call, which the client then sends to a node. For wallets whose key is at hand. */
  signCall?(
    call: SubnetCall,
    account: { readonly nonce: bigint; readonly feeUstx: bigint },
  ): Promise<{ readonly txid: string; readonly raw: string; readonly payload: string }>;
  /** Shows a contract call to the wallet's owner and sends it. Resolves to the transaction's id, 64 hex characters. */
  sendCall?(call: SubnetCall): Promise<string>;
}

/** Options of {@link createClient} and of the clients of single areas. */
export interface ClientOptions {
  /** Address of the server, such as `https://dex.example.org` or, behind a proxy, `https://example.org/dex`. A page may pass a path on its own site. */
  readonly baseUrl: string;
  /** Addresses of areas that are on other hosts, such as `{ swap: 'https://swap.example.org' }`. */
  readonly areaUrls?: Readonly<Partial<Record<AreaName, string>>>;
  /** API key, sent with owners' operations: execute, cancel, and reads of orders, which then include their uuids. */
  readonly apiKey?: string;
  /** Wallet that signs what an API key may not do, and everything if there is no key. */
  readonly wallet?: ClientWallet;
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /**
   * Time limit in milliseconds for a call with all of its attempts, without the time that a wallet takes to sign. 1 to 2^31 - 1;
   * default 30,000.
   */
  readonly timeoutMs?: number;
  /** Time limit in milliseconds for one attempt, up to its last byte. 1 to 2^31 - 1; default 10,000. */
  readonly attemptTimeoutMs?: number;
  /** Maximum number of times that a call is sent, 1 to 10; default 4. Calls that are unsafe to repeat are sent once. */
  readonly attempts?: number;
  /** Value of `audience` in signed messages: the origin of the server by default; false for none. */
  readonly audience?: string | false;
  /** Value of `network` in signed messages: by default `mainnet` for a mainnet address, otherwise none. */
  readonly network?: 'mainnet' | 'testnet' | 'devnet';
  /**
   * Address of the Stacks node for the wallet's own transactions: deposits and withdrawals. Default: the network's public node,
   * or the server's on a devnet.
   */
  readonly stacksApiUrl?: string;
  /**
   * Network, tokens and routers for which orders by symbol are signed. Default: those that the server lists. An order's signature lets
   * its router spend the amount, so a key that holds much should sign for routers that you have checked.
   */
  readonly registry?: ResponseOf<'readRegistry'>;
}

/** Context that the clients of areas share, including what was learned about the server's clock. */
export interface Connection {
  readonly options: ClientOptions;
  readonly clock: ServerClock;
  readonly system: System;
  /** The address of an area, or of the server itself, without a trailing slash. */
  readonly urlOf: (area?: AreaName) => string;
  readonly silences: Silences;
  /** The newest state of the server that it has shown in a response. */
  readonly seen: SeenPosition;
  /** Sets the clock to the server's time. */
  readonly correct: (signal?: AbortSignal) => Promise<void>;
  readonly call: <Id extends OperationId>(
    route: Route<Id>,
    request: Sent<Id> & Sending,
  ) => Promise<ResponseOf<Id>>;
}

/** Maximum time without a byte from a stream, ms. */
export interface Silences {
  /** Limit once the stream works. The server sends a heartbeat every 15 s. */
  readonly silentMs: number;
  /** Limit until the stream works. A proxy that buffers the response stays silent for longer. */
  readonly heldBackMs: number;
}

const OPTIONS: Names<ClientOptions> = {
  baseUrl: 1,
  areaUrls: 1,
  apiKey: 1,
  wallet: 1,
  fetch: 1,
  timeoutMs: 1,
  attemptTimeoutMs: 1,
  attempts: 1,
  audience: 1,
  network: 1,
  stacksApiUrl: 1,
  registry: 1,
};

const SILENCES: Silences = { silentMs: 40_000, heldBackMs: 10_000 };
const MAX_ATTEMPTS = 10;

/** @throws RangeError for an invalid option. */
export function connect(
  options: ClientOptions,
  system: System = PLATFORM,
  silences: Silences = SILENCES,
): Connection {
  const { baseUrl, areaUrls = {}, timeoutMs = 30_000, attemptTimeoutMs = 10_000, attempts = 4 } = options;
  const unknown = unknownName(options, OPTIONS) ?? unknownName(areaUrls, MOUNTS);
  if (unknown !== undefined) throw new RangeError(unknown);
  requireTimeout(timeoutMs);
  requireTimeout(attemptTimeoutMs);
  if (!Number.isInteger(attempts) || attempts < 1 || attempts > MAX_ATTEMPTS)
    throw new RangeError(`attempts must be 1 to ${MAX_ATTEMPTS}`);
  const { stacksApiUrl } = options;
  const addresses = { baseUrl, ...areaUrls, ...(stacksApiUrl !== undefined && { stacksApiUrl }) };
  for (const [name, url] of Object.entries(addresses)) requireAddress(name, url, options);
  const urlOf = (area?: AreaName) => {
    const own = area === undefined ? undefined : areaUrls[area];
    return own === undefined
      ? `${withoutSlash(baseUrl)}${area === undefined ? '' : MOUNTS[area]}`
      : withoutSlash(own);
  };
  const clock = new ServerClock(system.now);
  const limits = { timeoutMs, attemptTimeoutMs, attempts };
  const seen = new SeenPosition(system.now);
  const context = { ...limits, fetch: options.fetch, clock, seen, system, urlOf };
  // The response is what the route describes, as far as a client can know.
  const send = (route: AnyRoute, request: AnyRequest) => call(context, route, request) as Promise<never>;
  return {
    ...{ options, clock, system, urlOf, silences, seen, call: send },
    correct: (signal) => correct(context, { signal, leftMs: attemptTimeoutMs }),
  };
}

/** Requires a web address, or a path if something completes it: a page with its own site, or a custom `fetch`. */
function requireAddress(name: string, url: unknown, { fetch }: ClientOptions): void {
  const hasSite = (globalThis as { location?: unknown }).location !== undefined || fetch !== undefined;
  if (typeof url === 'string' && (/^https?:\/\/./i.test(url) || (hasSite && /^(\/|$)/.test(url)))) return;
  throw new RangeError(
    `${name} must begin with http:// or https://, as in https://dex.example.org, not ${String(url)}`,
  );
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');
