import { describeToken, type TokenFactsById } from '../../domain/metadata-record/token-facts.js';
import {
  gridPointAt,
  isStale,
  isThin,
  STALE_AFTER_SECONDS,
  type LatestPrice,
} from '../../domain/price-series/price.js';
import type { Registry } from '../../domain/market/registry.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { LatestPrices, Ports } from '../../ports/index.js';
import type { ReadTokenFacts } from '../metadata/token-facts-cache.js';
import { freshFlight } from '../shared/single-flight.js';
import type { PricedToken, PriceList } from './price-list.js';
import { readTrends, type Trend } from './read-trends.js';

/** The price list in memory, shared by all callers. */
export interface PriceListCache {
  /** The current list with the tokens' newest names. Reads it on first use; concurrent callers share one read. */
  readonly list: () => Promise<PriceList>;
  /** The current list without waiting; undefined before the first read. */
  readonly current: () => PriceList | undefined;
  /** Updates the list with everything recorded before the call, by any process. Never returns an older read. */
  readonly refresh: () => Promise<PriceList>;
  /** A token of the current list. Accepts any text. */
  readonly find: (token: string) => PricedToken | undefined;
  /** The id of a token that was ever priced, listed or not; undefined for blocked tokens. */
  readonly everPriced: (token: string) => ContractId | undefined;
}

/** The id names no token of the exchange that was ever priced. */
export interface TokenNotPriced {
  readonly kind: 'token-not-priced';
  /** As the caller wrote it. */
  readonly token: string;
}

/** Finds one token of the current list. Accepts any text. */
export type FindPrice = (token: string) => Promise<Result<PricedToken, TokenNotPriced>>;

/** One read from storage. */
interface Reading {
  readonly latest: LatestPrices;
  readonly newest: ReadonlyMap<string, LatestPrice>;
  /** The time that changes are relative to, Unix milliseconds. */
  readonly moment: number;
  readonly trends: ReadonlyMap<ContractId, Trend>;
}

/** A list with its inputs. */
interface Listing {
  readonly reading: Reading;
  readonly registry: Registry;
  readonly facts: TokenFactsById;
  readonly list: PriceList;
  readonly byId: ReadonlyMap<string, PricedToken>;
  /** When the next price of the list becomes stale, Unix milliseconds. */
  readonly goodUntil: number;
}

export function makePriceListCache(
  { clock, prices, registry: source }: Pick<Ports, 'clock' | 'prices' | 'registry'>,
  readFacts: ReadTokenFacts,
): PriceListCache {
  let reading: Reading | undefined;
  let facts: TokenFactsById = new Map();
  let listing: Listing | undefined;

  const listed = (): Listing | undefined => {
    if (reading === undefined) return undefined;
    const [registry, now] = [source.current(), clock.now()];
    const isCurrent =
      listing?.reading === reading && listing.registry === registry && now.getTime() <= listing.goodUntil;
    if (!isCurrent || !describesSame(registry, listing!.facts, facts))
      listing = makeListing(reading, { registry, facts, now });
    else if (listing!.facts !== facts) listing = { ...listing!, facts };
    return listing;
  };

  const refresh = freshFlight(async (): Promise<PriceList> => {
    const latest = await prices.latest();
    facts = await readFacts();
    const moment = momentOf(latest, clock.now());
    if (reading?.moment !== moment || !isSame(reading, latest))
      reading = {
        latest,
        newest: new Map(latest.prices.map((price) => [price.token, price])),
        moment,
        trends: await readTrends(prices, latest, new Date(moment)),
      };
    return listed()!.list;
  });

  return {
    list: async () => {
      facts = await readFacts();
      return listed()?.list ?? (await (refresh.running() ?? refresh()));
    },
    current: () => listed()?.list,
    refresh: () => refresh(),
    find: (token) => listed()?.byId.get(token),
    everPriced: (text) => {
      const priced = reading?.newest.get(text)?.token;
      return priced !== undefined && source.current().blocked.includes(priced) ? undefined : priced;
    },
  };
}

export const makeFindPrice = (cache: Pick<PriceListCache, 'list' | 'find'>): FindPrice => {
  return async (token) => {
    await cache.list();
    const found = cache.find(token);
    return found === undefined ? err({ kind: 'token-not-priced', token }) : ok(found);
  };
};

/** Changes are relative to the newest run, or to the current grid point when that run is stale. */
const momentOf = ({ run }: LatestPrices, now: Date): number =>
  (run === undefined || isStale(run.at, now) ? gridPointAt(now) : run.at).getTime();

/** Whether all listed tokens keep their description: most saves concern unlisted tokens. */
const describesSame = ({ tokens }: Registry, known: TokenFactsById, facts: TokenFactsById): boolean =>
  known === facts || tokens.every(({ contractId }) => known.get(contractId) === facts.get(contractId));

function makeListing(
  reading: Reading,
  { registry, facts, now }: Pick<Listing, 'registry' | 'facts'> & { readonly now: Date },
): Listing {
  const { run } = reading.latest;
  const tokens: PricedToken[] = [];
  let goodUntil = Infinity;
  for (const about of registry.tokens) {
    const price = reading.newest.get(about.contractId);
    const trend = reading.trends.get(about.contractId);
    if (price === undefined || trend === undefined) continue;
    const stale = isStale(price.updatedAt, now);
    if (!stale) goodUntil = Math.min(goodUntil, price.updatedAt.getTime() + STALE_AFTER_SECONDS * 1000);
    tokens.push({ ...price, ...trend, about: describeToken(about, facts), thin: isThin(price), stale });
  }
  tokens.sort((a, b) => b.liquidityUsd - a.liquidityUsd || (a.token < b.token ? -1 : 1));
  const byId = new Map(tokens.map((token) => [token.token as string, token]));
  return { reading, registry, facts, list: { ...(run !== undefined && { run }), tokens }, byId, goodUntil };
}

/** Compares every price, since an import changes prices without a new run. */
function isSame({ latest: known, newest }: Reading, latest: LatestPrices): boolean {
  return (
    known.run?.at.getTime() === latest.run?.at.getTime() &&
    known.prices.length === latest.prices.length &&
    latest.prices.every(
      ({ token, updatedAt }) => newest.get(token)?.updatedAt.getTime() === updatedAt.getTime(),
    )
  );
}
