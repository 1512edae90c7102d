import { TokensClientError } from '../transport/errors.js';
import {
  ALEX_PRICES,
  isPrice,
  legacySource,
  MAINNET_SUBNETS,
  type ThirdPartySource,
} from './price-sources.js';
import { requestJson, requireTimeout, unexpectedShape } from '../transport/request-json.js';
import type { CallOptions } from '../transport/call-options.js';
import type { TokensClientOptions } from './tokens-client.js';

/** A source of {@link listPrices}. */
export type PriceSourceName = 'third-party' | 'legacy';

/**
 * Ways in which {@link listPrices} combines its sources:
 *
 * - `average`: the mean of the sources that have the token
 * - `third-party-first`, `legacy-first`: that source's price, or the other's when it has none
 * - `fallback`: all prices from the third party; the legacy service is queried only when that fails
 */
export type PriceStrategy = 'average' | 'fallback' | 'third-party-first' | 'legacy-first';

/** A price with its sources. */
export interface AggregatedPrice {
  /** Dollars for a whole token. */
  readonly usd: number;
  /** The sources that the price is computed from. */
  readonly sources: readonly PriceSourceName[];
}

/** Prices by contract id. */
export type AggregatedPrices = Readonly<Record<string, AggregatedPrice>>;

/** Options of all three list functions. */
export interface PriceSourceOptions extends CallOptions, Pick<TokensClientOptions, 'fetch'> {
  /** Time limit per source in milliseconds, up to the last byte. 1 to 2^31 - 1; default 5,000. */
  readonly timeoutMs?: number;
  /** Base address of the legacy price service, `/api/v1` included. Default: production. */
  readonly legacyUrl?: string;
  /** Price list of the third party. Default {@link ALEX_PRICES}. */
  readonly thirdParty?: ThirdPartySource;
  /** Subnet copies by contract id, each with its base. Default {@link MAINNET_SUBNETS}. */
  readonly subnets?: Readonly<Record<string, string>>;
  /** Called for each source that fails, since the list does not show why a price is missing. */
  readonly onSourceFailed?: (source: PriceSourceName, error: TokensClientError) => void;
}

/** Options of {@link listPrices}. */
export interface ListPricesOptions extends PriceSourceOptions {
  /** Way in which the sources are combined. Default `average`. */
  readonly strategy?: PriceStrategy;
}

/** The prices of one source by contract id. */
type SourcePrices = ReadonlyMap<string, number>;

const LEGACY_URL = 'https://invest.charisma.rocks/api/v1';
const TIMEOUT_MS = 5_000;

/**
 * Lists dollar prices from a third party and the legacy service; `{}` when both fail. Browsers cannot read the third party, so its
 * list may differ. A subnet copy gets the price of its base.
 *
 * Rejects only if aborted, or with a RangeError for an invalid time-out.
 *
 * @example
 * const prices = await listPrices({ strategy: 'legacy-first' });
 * console.log(prices['.stx']?.usd);
 */
export async function listPrices(options: ListPricesOptions = {}): Promise<AggregatedPrices> {
  const { strategy = 'average' } = options;
  if (strategy === 'fallback') {
    const prices = await listPricesThirdParty(options);
    return Object.keys(prices).length > 0 ? prices : listPricesLegacy(options);
  }
  const [thirdParty, legacy] = await Promise.all([askThirdParty(options), askLegacy(options)]);
  const prices =
    strategy === 'legacy-first'
      ? prefer(['legacy', legacy], ['third-party', thirdParty])
      : prefer(['third-party', thirdParty], ['legacy', legacy]);
  if (strategy === 'average')
    for (const [id, usd] of thirdParty) {
      const other = legacy.get(id);
      if (other !== undefined) prices.set(id, { usd: (usd + other) / 2, sources: ['third-party', 'legacy'] });
    }
  return withSubnets(prices, options);
}

/**
 * Like {@link listPrices}, but from the legacy service only.
 *
 * @example
 * const prices = await listPricesLegacy({ timeoutMs: 2_000 });
 */
export async function listPricesLegacy(options: PriceSourceOptions = {}): Promise<AggregatedPrices> {
  return withSubnets(prefer(['legacy', await askLegacy(options)]), options);
}

/**
 * Like {@link listPrices}, but from the third party only; `{}` in a browser.
 *
 * @example
 * const prices = await listPricesThirdParty();
 */
export async function listPricesThirdParty(options: PriceSourceOptions = {}): Promise<AggregatedPrices> {
  return withSubnets(prefer(['third-party', await askThirdParty(options)]), options);
}

const askLegacy = (options: PriceSourceOptions) =>
  ask('legacy', legacySource(options.legacyUrl ?? LEGACY_URL), options);

const askThirdParty = async (options: PriceSourceOptions): Promise<SourcePrices> =>
  isBrowser() ? new Map() : ask('third-party', options.thirdParty ?? ALEX_PRICES, options);

/** Whether this is a page or its worker. They may not read the responses of other sites; programs may. */
const isBrowser = () => 'document' in globalThis || 'importScripts' in globalThis;

/** The source's prices; empty if it fails. */
async function ask(
  name: PriceSourceName,
  source: ThirdPartySource,
  options: PriceSourceOptions,
): Promise<SourcePrices> {
  const { timeoutMs = TIMEOUT_MS, fetch, signal, onSourceFailed } = options;
  requireTimeout(timeoutMs);
  try {
    const response = await requestJson(source.url, { timeoutMs, fetch, signal });
    return new Map([...source.read(response)].filter(isPrice));
  } catch (error) {
    const failure =
      error instanceof TokensClientError ? error : unexpectedShape(`one of ${name}`, 200, error);
    if (failure.code === 'aborted') throw failure;
    onSourceFailed?.(name, failure);
    return new Map();
  }
}

/** Each token's price from the first source that has it. */
function prefer(...sources: readonly (readonly [PriceSourceName, SourcePrices])[]) {
  const prices = new Map<string, AggregatedPrice>();
  for (const [name, known] of sources)
    for (const [id, usd] of known) if (!prices.has(id)) prices.set(id, { usd, sources: [name] });
  return prices;
}

/** Adds the price of each subnet copy whose base has one. */
function withSubnets(
  prices: ReadonlyMap<string, AggregatedPrice>,
  { subnets = MAINNET_SUBNETS }: PriceSourceOptions,
): AggregatedPrices {
  const all = new Map(prices);
  for (const [copy, base] of Object.entries(subnets)) {
    const price = prices.get(base);
    if (price !== undefined) all.set(copy, price);
  }
  return Object.fromEntries(all);
}
