import { describeToken, type TokenFactsById } from '../../domain/metadata-record/token-facts.js';
import { gridPointAt } from '../../domain/price-series/grid.js';
import type { LatestPrice } from '../../domain/price-series/price.js';
import { isStale, isThin, STALE_AFTER_SECONDS } from '../../domain/price-series/reliability.js';
import type { Registry } from '../../domain/market/registry.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import type { LatestPrices, Ports } from '../../ports/index.js';
import type { ReadTokenFacts } from '../metadata/fact-board.js';
import type { PricedToken, PriceList } from './price-list.js';
import { readTrends, type Trend } from './read-trends.js';

/** The price list in memory, one for everybody. */
export interface PriceBoard {
  /**
   * The list in force, with the tokens' newest names; reads it first where nobody has yet. Callers that ask together
   * share one reading.
   */
  readonly list: () => Promise<PriceList>;
  /** The list as of now, without waiting; undefined before it was read for the first time. */
  readonly current: () => PriceList | undefined;
  /** Brings the list up to date with what was recorded until now, by whichever process. */
  readonly refresh: () => Promise<PriceList>;
  /** A token of the list in force. Any text may be asked for. */
  readonly find: (token: string) => PricedToken | undefined;
  /** The id of a token that was priced at some time, be it listed or not; blocked ones are none. */
  readonly everPriced: (token: string) => ContractId | undefined;
}

/** What was read from storage. */
interface Reading {
  readonly latest: LatestPrices;
  readonly newest: ReadonlyMap<string, LatestPrice>;
  /** What changes are counted back from, Unix milliseconds. */
  readonly moment: number;
  readonly trends: ReadonlyMap<ContractId, Trend>;
}

/** A list with what it was made of. */
interface Listing {
  readonly reading: Reading;
  readonly registry: Registry;
  readonly facts: TokenFactsById;
  readonly list: PriceList;
  readonly byId: ReadonlyMap<string, PricedToken>;
  /** After this time some price of the list is stale that is not yet, Unix milliseconds. */
  readonly goodUntil: number;
}

export function makePriceBoard(
  { clock, prices, registry: source }: Pick<Ports, 'clock' | 'prices' | 'registry'>,
  readFacts: ReadTokenFacts,
): PriceBoard {
  let reading: Reading | undefined;
  let facts: TokenFactsById = new Map();
  let listing: Listing | undefined;

  const listed = (): Listing | undefined => {
    if (reading === undefined) return undefined;
    const [registry, now] = [source.current(), clock.now()];
    const isInForce =
      listing?.reading === reading && listing.registry === registry && now.getTime() <= listing.goodUntil;
    if (!isInForce || !tellsSame(registry, listing!.facts, facts))
      listing = makeListing(reading, { registry, facts, now });
    else if (listing!.facts !== facts) listing = { ...listing!, facts };
    return listing;
  };

  const refresh = oneAfterAnother(async (): Promise<PriceList> => {
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
      return listed()?.list ?? (await (refresh.running() ?? refresh.start()));
    },
    current: () => listed()?.list,
    refresh: refresh.start,
    find: (token) => listed()?.byId.get(token),
    everPriced: (text) => {
      const priced = reading?.newest.get(text)?.token;
      return priced !== undefined && source.current().blocked.includes(priced) ? undefined : priced;
    },
  };
}

/**
 * Changes are counted back from the newest run, which is now for as long as runs come; from the grid point of the
 * present when they no longer do.
 */
function momentOf({ run }: LatestPrices, now: Date): number {
  const moment = run === undefined || isStale(run.at, now) ? gridPointAt(now) : run.at;
  return moment.getTime();
}

/** Most saves are about tokens that are not listed. */
const tellsSame = ({ tokens }: Registry, known: TokenFactsById, facts: TokenFactsById): boolean =>
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

/** Prices may also be brought along from elsewhere, so the newest run alone does not tell. */
function isSame({ latest: known, newest }: Reading, latest: LatestPrices): boolean {
  return (
    known.run?.at.getTime() === latest.run?.at.getTime() &&
    known.prices.length === latest.prices.length &&
    latest.prices.every(
      ({ token, updatedAt }) => newest.get(token)?.updatedAt.getTime() === updatedAt.getTime(),
    )
  );
}

/** Whoever asks while the task runs gets what the next run says, as the present one may have looked too early. */
function oneAfterAnother<T>(task: () => Promise<T>) {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const begin = (): Promise<T> => {
    next = undefined;
    running = task().finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    running: () => running,
    start: (): Promise<T> => {
      if (running === undefined) return next ?? begin();
      next ??= running.then(begin, begin);
      return next;
    },
  };
}
