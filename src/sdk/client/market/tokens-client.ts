import { TokensClientError } from '../transport/errors.js';
import {
  readCandles,
  readPriceList,
  readTokenPrice,
  type Candle,
  type TokenPrice,
  type TokenPriceList,
} from './prices.js';
import { unknownName, type Names } from '../transport/known-names.js';
import { requestJson, requireTimeout } from '../transport/request-json.js';
import { timeOf, type Time } from '../transport/times.js';
import { tokenList } from './token-list.js';
import type { CallOptions } from '../transport/call-options.js';

/** Options of {@link createTokensClient}. */
export interface TokensClientOptions {
  /** Base address of the prices service, `/api/v1` included. Default: production. */
  readonly baseUrl?: string;
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Time limit per call in milliseconds, up to the last byte. 1 to 2^31 - 1; default 15,000. */
  readonly timeoutMs?: number;
}

/** Options of `list`. */
export interface ListOptions extends CallOptions {
  /** Only these contract ids, in the list's order; unknown ones are ignored. */
  readonly tokens?: readonly string[];
  /** Adds the sparklines. */
  readonly sparkline?: boolean;
}

/** Options of `history`. */
export interface HistoryOptions extends CallOptions {
  /** Time span of a candle. Default `1h`. */
  readonly interval?: '5m' | '1h' | '4h' | '1d' | '1w';
  /** Unit of the prices. Default `usd`. */
  readonly quote?: 'usd' | 'sbtc';
  readonly from?: Time;
  readonly to?: Time;
  /** Maximum number of candles, of which the newest are returned: 1 to 2000; default 500. */
  readonly limit?: number;
}

/** Reads the prices service. Every call sends one request and rejects only with a {@link TokensClientError}. */
export interface TokensClient {
  list(options?: ListOptions): Promise<TokenPriceList>;
  /** One token with its sparkline. Rejects with status 404 for a token that was never priced. */
  get(contractId: string, options?: CallOptions): Promise<TokenPrice>;
  /** Candles, oldest first. */
  history(contractId: string, options?: HistoryOptions): Promise<readonly Candle[]>;
}

const PRODUCTION_URL = 'https://prices.charisma.rocks/api/v1';
const TIMEOUT_MS = 15_000;
const OPTIONS: Names<TokensClientOptions> = { baseUrl: 1, fetch: 1, timeoutMs: 1 };

/**
 * Creates a client of the prices service. Sends nothing yet.
 *
 * @throws RangeError for an invalid time-out, or an unknown option.
 * @example
 * const { usd } = await createTokensClient().get('.stx');
 */
export function createTokensClient(options: TokensClientOptions = {}): TokensClient {
  const { baseUrl = PRODUCTION_URL, timeoutMs = TIMEOUT_MS, fetch } = options;
  const unknown = unknownName(options, OPTIONS);
  if (unknown !== undefined) throw new RangeError(unknown);
  requireTimeout(timeoutMs);
  const prices = `${baseUrl.replace(/\/+$/, '')}/prices`;
  const ask = (path: string, { signal }: CallOptions) =>
    requestJson(`${prices}${path}`, { timeoutMs, fetch, signal });
  return {
    list: async ({ tokens, sparkline, ...options } = {}) =>
      readPriceList(
        await ask(queryOf({ tokens: tokenList(tokens), sparkline: sparkline ? 1 : undefined }), options),
      ),
    get: async (contractId, options = {}) => readTokenPrice(await ask(pathOf(contractId), options)),
    history: async (contractId, { interval, quote, from, to, limit, ...options } = {}) => {
      const query = queryOf({ interval, quote, from: timeOf(from), to: timeOf(to), limit });
      return readCandles(await ask(`${pathOf(contractId)}/history${query}`, options));
    },
  };
}

/** Path of a token. Refuses dots, which URLs drop, and an empty id, which would request the list. */
function pathOf(contractId: string): string {
  const invalid = (cause?: unknown) =>
    new TokensClientError('The contract id is malformed', { code: 'invalid-contract-id', cause });
  if (typeof contractId !== 'string' || /^\.{0,2}$/.test(contractId)) throw invalid();
  try {
    return `/${encodeURIComponent(contractId)}`;
  } catch (cause) {
    throw invalid(cause);
  }
}

function queryOf(parameters: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
