import { TokensClientError } from './errors.js';
import { ALEX_PRICES, isPrice, legacySource, type ThirdPartySource } from './price-sources.js';
import { requestJson, requireTimeout } from './request-json.js';
import { unexpectedShape } from './shapes.js';
import { MAINNET_SUBNETS } from './subnets.js';

export type PriceSourceName = 'third-party' | 'legacy';

/**
 * - `average`: the mean of the sources that know a token
 * - `third-party-first`, `legacy-first`: that source's price, where it has none the other's
 * - `fallback`: all prices from the third party; the legacy service is asked only when that has no answer
 */
export type PriceStrategy = 'average' | 'fallback' | 'third-party-first' | 'legacy-first';

export interface AggregatedPrice {
  /** Dollars for a whole token. */
  readonly usd: number;
  /** Whose prices it is made of. */
  readonly sources: readonly PriceSourceName[];
}

/** By contract id. */
export type AggregatedPrices = Readonly<Record<string, AggregatedPrice>>;

export interface PriceSourceOptions {
  /** For each source, to its last byte, in milliseconds. Default 5,000. */
  readonly timeoutMs?: number;
  /** Base address of the legacy price service, `/api/v1` included. Default: production. */
  readonly legacyUrl?: string;
  /** Default {@link ALEX_PRICES}. */
  readonly thirdParty?: ThirdPartySource;
  /** Subnet copies by contract id, each with its base. Default {@link MAINNET_SUBNETS}. */
  readonly subnets?: Readonly<Record<string, string>>;
  /** Told of each source that has no answer, since the list does not say why a price is missing. */
  readonly onSourceFailed?: (source: PriceSourceName, error: TokensClientError) => void;
  /** Sends in place of the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Gives the call up: it rejects with code `aborted`. */
  readonly signal?: AbortSignal;
}

export interface ListPricesOptions extends PriceSourceOptions {
  /** Default `average`. */
  readonly strategy?: PriceStrategy;
}

type Known = ReadonlyMap<string, number>;
type Combine = (thirdParty: Known, legacy: Known) => ReadonlyMap<string, AggregatedPrice>;

const LEGACY_URL = 'https://invest.charisma.rocks/api/v1';
const TIMEOUT_MS = 5_000;

/**
 * Prices of a third party and of the legacy service in one list, `{}` when no source answers. In a browser the third
 * party is not asked, so that the list may be another one. A subnet copy has its base's price.
 *
 * Rejects only when it is given up.
 */
export async function listPrices(options: ListPricesOptions = {}): Promise<AggregatedPrices> {
  const { strategy = 'average' } = options;
  if (strategy === 'fallback') {
    const prices = await listPricesThirdParty(options);
    return Object.keys(prices).length > 0 ? prices : listPricesLegacy(options);
  }
  const [thirdParty, legacy] = await Promise.all([askThirdParty(options), askLegacy(options)]);
  return withSubnets(COMBINED[strategy](thirdParty, legacy), options);
}

/** {@link listPrices} of the legacy service alone. */
export async function listPricesLegacy(options: PriceSourceOptions = {}): Promise<AggregatedPrices> {
  return withSubnets(prefer(['legacy', await askLegacy(options)]), options);
}

/** {@link listPrices} of the third party alone: `{}` in a browser. */
export async function listPricesThirdParty(options: PriceSourceOptions = {}): Promise<AggregatedPrices> {
  return withSubnets(prefer(['third-party', await askThirdParty(options)]), options);
}

const askLegacy = (options: PriceSourceOptions) =>
  ask('legacy', legacySource(options.legacyUrl ?? LEGACY_URL), options);

const askThirdParty = async (options: PriceSourceOptions): Promise<Known> =>
  isBrowser() ? new Map() : ask('third-party', options.thirdParty ?? ALEX_PRICES, options);

/** Pages and their workers may not read what other sites answer; programs may. */
const isBrowser = () => 'document' in globalThis || 'importScripts' in globalThis;

/** The source's prices, none when it has no answer. */
async function ask(
  name: PriceSourceName,
  source: ThirdPartySource,
  options: PriceSourceOptions,
): Promise<Known> {
  const { timeoutMs = TIMEOUT_MS, fetch, signal, onSourceFailed } = options;
  requireTimeout(timeoutMs);
  try {
    const answer = await requestJson(source.url, {
      timeoutMs,
      ...(fetch && { fetch }),
      ...(signal && { signal }),
    });
    return new Map([...source.read(answer)].filter(isPrice));
  } catch (error) {
    const failure =
      error instanceof TokensClientError ? error : unexpectedShape(`one of ${name}`, 200, error);
    if (failure.code === 'aborted') throw failure;
    onSourceFailed?.(name, failure);
    return new Map();
  }
}

const COMBINED: Readonly<Record<Exclude<PriceStrategy, 'fallback'>, Combine>> = {
  average: (thirdParty, legacy) => {
    const both = [...thirdParty].flatMap(([id, usd]): [string, AggregatedPrice][] => {
      const other = legacy.get(id);
      return other === undefined
        ? []
        : [[id, { usd: (usd + other) / 2, sources: ['third-party', 'legacy'] }]];
    });
    return new Map([...prefer(['third-party', thirdParty], ['legacy', legacy]), ...both]);
  },
  'third-party-first': (thirdParty, legacy) => prefer(['third-party', thirdParty], ['legacy', legacy]),
  'legacy-first': (thirdParty, legacy) => prefer(['legacy', legacy], ['third-party', thirdParty]),
};

/** Each token's price by the first of the sources that knows it. */
function prefer(...sources: readonly (readonly [PriceSourceName, Known])[]) {
  const prices = new Map<string, AggregatedPrice>();
  for (const [name, known] of sources)
    for (const [id, usd] of known) if (!prices.has(id)) prices.set(id, { usd, sources: [name] });
  return prices;
}

function withSubnets(
  prices: ReadonlyMap<string, AggregatedPrice>,
  { subnets = MAINNET_SUBNETS }: PriceSourceOptions,
): AggregatedPrices {
  const copies = Object.entries(subnets).flatMap(([copy, base]): [string, AggregatedPrice][] => {
    const price = prices.get(base);
    return price === undefined ? [] : [[copy, price]];
  });
  return Object.fromEntries([...prices, ...copies]);
}
