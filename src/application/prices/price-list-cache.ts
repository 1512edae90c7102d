import { tokensBySymbol } from '../../domain/market/known-tokens.js';
import {
  describeToken,
  type TokenFacts,
  type TokenFactsById,
} from '../../domain/metadata-record/token-facts.js';
import {
  DAY_SECONDS,
  freshBetween,
  gridPointAt,
  isStale,
  isThin,
  type LatestPrice,
  type PriceRun,
} from '../../domain/price-series/price.js';
import type { Registry, Token } from '../../domain/market/registry.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { LatestPrices, Ports } from '../../ports/index.js';
import type { ReadTokenFacts } from '../metadata/token-facts-cache.js';
import { freshFlight } from '../shared/single-flight.js';
import type { ReadVolumes } from '../trades/read-volumes.js';
import { readTrends, type Trend } from './read-trends.js';

/** A token of the registry with its newest price and its trend. */
export interface PricedToken extends LatestPrice, Trend {
  /** As described by the registry and the token's metadata. */
  readonly about: Token & Pick<TokenFacts, 'safety' | 'logo'>;
  /** Whether small trades move the price: the round-trip loss is over 25 percent. */
  readonly thin: boolean;
  /** Whether the price is more than 15 minutes old. */
  readonly stale: boolean;
  /** Dollars traded into or out of the token in the 24 hours before the list was read; null if not every trade is recorded. */
  readonly volumeUsd: number | null;
}

/**
 * Every priced token of the registry. The same object is returned until a run, the registry, a name or a price's staleness
 * changes, so derived values may be cached with it.
 */
export interface PriceList {
  /** The newest run; absent before the first one. */
  readonly run?: Omit<PriceRun, 'prices'>;
  /** Most liquid first, ties by contract id. */
  readonly tokens: readonly PricedToken[];
}

/** The price list in memory, shared by all callers. */
export type PriceListCache = ReturnType<typeof makePriceListCache>;

/** Error of an id that does not belong to any token of the exchange that was ever priced. */
export interface TokenNotPriced {
  readonly kind: 'token-not-priced';
  /** As the caller wrote it. */
  readonly token: string;
  /** Tokens of the list whose symbol is the text. */
  readonly meant?: readonly ContractId[];
}

/** One read from storage. */
interface Reading {
  readonly latest: LatestPrices;
  readonly newest: ReadonlyMap<string, LatestPrice>;
  /** The time to which price changes are relative, in Unix milliseconds. */
  readonly moment: number;
  readonly trends: ReadonlyMap<ContractId, Trend>;
  /** Dollars traded in 24 hours; undefined if not every trade is recorded. */
  readonly volumes: ReadonlyMap<ContractId, number> | undefined;
}

/** A list with its inputs. */
interface Listing {
  readonly reading: Reading;
  readonly registry: Registry;
  readonly facts: TokenFactsById;
  readonly list: PriceList;
  readonly byId: ReadonlyMap<string, PricedToken>;
  /** Times, in Unix milliseconds, between which the set of stale prices stays the same. */
  readonly goodFrom: number;
  readonly goodUntil: number;
}

export function makePriceListCache(
  { clock, prices, registry: source }: Pick<Ports, 'clock' | 'prices' | 'registry'>,
  {
    readFacts,
    volumes,
  }: { readonly readFacts: ReadTokenFacts; readonly volumes: Pick<ReadVolumes, 'tokensSince'> },
) {
  let reading: Reading | undefined;
  let facts: TokenFactsById = new Map();
  let listing: Listing | undefined;

  const listed = (): Listing | undefined => {
    if (reading === undefined) return undefined;
    const [registry, now] = [source.current(), clock.now()];
    const isCurrent = listing?.reading === reading && listing.registry === registry && isWithin(listing, now);
    if (!isCurrent || !describesSame(registry, listing!.facts, facts))
      listing = makeListing(reading, { registry, facts, now });
    else if (listing!.facts !== facts) listing = { ...listing!, facts };
    return listing;
  };

  const refresh = freshFlight(async (): Promise<PriceList> => {
    const latest = await prices.latest(clock.now());
    facts = await readFacts();
    const moment = momentOf(latest, clock.now());
    const isKnown = reading?.moment === moment && isSame(reading, latest);
    if (isKnown && hasPast(reading!.trends.values())) return listed()!.list;
    const trends = await readTrends(prices, latest, new Date(moment));
    if (!isKnown || hasPast(trends.values()))
      reading = {
        ...{ latest, moment, trends },
        newest: new Map(latest.prices.map((price) => [price.token, price])),
        volumes: await volumes.tokensSince(Math.floor(clock.now().getTime() / 1000) - DAY_SECONDS),
      };
    return listed()!.list;
  });

  return {
    /** The current list with the tokens' newest names. Reads it on first use; concurrent callers share one read. */
    list: async (): Promise<PriceList> => {
      facts = await readFacts();
      return listed()?.list ?? (await (refresh.running() ?? refresh()));
    },
    /** The current list without waiting; undefined before the first read. */
    current: (): PriceList | undefined => listed()?.list,
    /** Updates the list with everything recorded before the call, by any process. Never returns an older read. */
    refresh: (): Promise<PriceList> => refresh(),
    /** A token of the current list. Accepts any text. */
    find: (token: string): PricedToken | undefined => listed()?.byId.get(token),
    /** The id of a token that was ever priced, listed or not; undefined for blocked tokens. */
    everPriced: (text: string): ContractId | undefined => {
      const priced = reading?.newest.get(text)?.token;
      return priced !== undefined && source.current().blocked.includes(priced) ? undefined : priced;
    },
  };
}

/** Finds one token of the current list. Accepts any text. */
export const makeFindPrice =
  (cache: Pick<PriceListCache, 'list' | 'find'>) =>
  async (token: string): Promise<Result<PricedToken, TokenNotPriced>> => {
    const list = await cache.list();
    const found = cache.find(token);
    return found === undefined ? err(notPriced(token, list)) : ok(found);
  };

/** The error for a text that names no token of the list, with the tokens whose symbol it is. */
export function notPriced(token: string, { tokens }: PriceList): TokenNotPriced {
  const meant = tokensBySymbol(token, { tokens: tokens.map(({ about }) => about) });
  return { kind: 'token-not-priced', token, ...(meant.length > 0 && { meant }) };
}

/** Time to which price changes are relative: that of the newest run, or the current grid point if that run is stale. */
const momentOf = ({ run }: LatestPrices, now: Date): number =>
  (run === undefined || isStale(run.at, now) ? gridPointAt(now) : run.at).getTime();

/**
 * Whether a change over a day is known of any of the trends. Until one is, past prices may be imported at any time, which leave the newest
 * ones as they are.
 */
export const hasPast = (trends: Iterable<Pick<Trend, 'change'>>): boolean =>
  [...trends].some(({ change }) => change['24h'] !== null);

/** Whether the same prices are still stale. Both ends are compared, in case the clock was set back. */
const isWithin = ({ goodFrom, goodUntil }: Listing, now: Date): boolean =>
  goodFrom <= now.getTime() && now.getTime() <= goodUntil;

/** Whether all listed tokens keep their descriptions, as they usually do, since most saves concern unlisted tokens. */
const describesSame = ({ tokens }: Registry, known: TokenFactsById, facts: TokenFactsById): boolean =>
  known === facts || tokens.every(({ contractId }) => known.get(contractId) === facts.get(contractId));

function makeListing(
  reading: Reading,
  { registry, facts, now }: Pick<Listing, 'registry' | 'facts'> & { readonly now: Date },
): Listing {
  const { run } = reading.latest;
  const tokens: PricedToken[] = [];
  let [goodFrom, goodUntil] = [-Infinity, Infinity];
  for (const about of registry.tokens) {
    const price = reading.newest.get(about.contractId);
    const trend = reading.trends.get(about.contractId);
    if (price === undefined || trend === undefined) continue;
    const stale = isStale(price.updatedAt, now);
    const { from, until } = freshBetween(price.updatedAt);
    const edges = [from, until + 1];
    goodFrom = Math.max(goodFrom, ...edges.filter((edge) => edge <= now.getTime()));
    goodUntil = Math.min(goodUntil, ...edges.filter((edge) => edge > now.getTime()).map((edge) => edge - 1));
    const volumeUsd = reading.volumes === undefined ? null : (reading.volumes.get(about.contractId) ?? 0);
    const described = describeToken(about, facts);
    tokens.push({ ...price, ...trend, about: described, thin: isThin(price), stale, volumeUsd });
  }
  tokens.sort((a, b) => b.liquidityUsd - a.liquidityUsd || (a.token < b.token ? -1 : 1));
  const byId = new Map(tokens.map((token) => [token.token as string, token]));
  return {
    reading,
    registry,
    facts,
    list: { ...(run !== undefined && { run }), tokens },
    byId,
    goodFrom,
    goodUntil,
  };
}

/** Whether the stored prices are those of the reading. Compares every price, since an import changes prices without a new run. */
function isSame({ latest: known, newest }: Reading, latest: LatestPrices): boolean {
  return (
    known.run?.at.getTime() === latest.run?.at.getTime() &&
    known.prices.length === latest.prices.length &&
    latest.prices.every(
      ({ token, updatedAt }) => newest.get(token)?.updatedAt.getTime() === updatedAt.getTime(),
    )
  );
}
