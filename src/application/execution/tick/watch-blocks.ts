import { ratioOf, type PriceOf } from '../../../domain/order/conditions/price-ratio.js';
import type { Sighting } from '../../../domain/order/conditions/guards.js';
import type { PriceCondition } from '../../../domain/order/conditions/price.js';
import { GRID_SECONDS, isThin } from '../../../domain/price-series/price.js';
import { spotPrices } from '../../../domain/price-series/spot.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import type { Clock } from '../../../ports/index.js';
import type { Market, MarketReader } from '../../market/market.js';
import type { PriceListCache } from '../../prices/price-list-cache.js';
import { priceOfList } from './trigger-prices.js';

type Pair = Pick<PriceCondition, 'conditionToken' | 'baseAsset'>;

interface Watched {
  readonly pair: Pair;
  /** Sightings of the pair, oldest first. */
  sightings: Sighting[];
  /** The newest run among the sightings, Unix milliseconds. */
  runAt?: number;
  /** Height of the block of the newest sighting. For the sighting of a run, this is the block at which the run was seen here. */
  height: number;
  /** Time at which this process saw the newest sighting; absent before the first. */
  seenAt?: Date;
  /** Time until which the pair is watched, in Unix milliseconds. */
  until: number;
}

/**
 * Number of sightings to keep: twice what the longest confirmation needs, which is five times 100 blocks of five seconds, and
 * their runs.
 */
const KEPT_SIGHTINGS = 1_100;

/** Maximum age of the reserves to read, in milliseconds. Such reads are shared with those that quotes and price runs make anyway. */
const READ_AT_MOST_MS = 1_000;

interface Needs {
  readonly clock: Clock;
  readonly market: Pick<MarketReader, 'read'>;
  readonly prices: Pick<PriceListCache, 'current'>;
}

/**
 * Watches pairs block by block for orders whose price is reached but not yet confirmed. In memory only: a confirmation begins
 * again after a restart, and in another process. Pairs without waiting orders cost nothing.
 */
export function makeBlockWatch({ clock, market, prices }: Needs) {
  const watched = new Map<string, Watched>();

  const look = async (): Promise<void> => {
    const now = clock.now().getTime();
    for (const [key, { until }] of watched) if (until < now) watched.delete(key);
    if (watched.size === 0) return;
    const read = await market.read(READ_AT_MOST_MS);
    const run = prices.current()?.run;
    if (!read.ok || run === undefined) return;
    const { asOf } = read.value;
    // If some reserves are older than the block, the next check decides.
    if (asOf?.isComplete !== true) return;
    const runAt = run.at.getTime();
    const due = [...watched.values()].filter((pair) => pair.runAt !== runAt || asOf.height > pair.height);
    if (due.length === 0) return;
    const spot = spotsOf(read.value, due, run.btcUsd);
    const recorded = priceOfList(prices.current());
    for (const pair of due) see(pair, { now: clock.now(), runAt, height: asOf.height, recorded, spot });
  };

  return {
    /** Adds a sighting of every watched pair for a new run or a new block. */
    look,
    /** Whether any pair is watched, so that the next block matters. */
    isWatching: (): boolean => watched.size > 0,
    /** Returns the sightings of the pair, oldest first. The first call for a pair begins with the newest run. */
    sightingsOf: async (pair: Pair): Promise<readonly Sighting[]> => {
      const key = keyOf(pair);
      if (!watched.has(key)) {
        watched.set(key, { pair, sightings: [], height: -1, until: clock.now().getTime() });
        await look();
      }
      return watched.get(key)?.sightings ?? [];
    },
    /** Returns the sightings of the pair so far, oldest first; undefined if unwatched. Reads nothing. */
    seenOf: (pair: Pair): readonly Sighting[] | undefined => watched.get(keyOf(pair))?.sightings,
    /** Time of the newest sighting of the pair; undefined if unwatched. */
    seenAtOf: (pair: Pair): Date | undefined => watched.get(keyOf(pair))?.seenAt,
    /** Keeps the pair watched until the time. */
    keep: (pair: Pair, until: Date): void => {
      const found = watched.get(keyOf(pair));
      if (found !== undefined) found.until = Math.max(found.until, until.getTime());
    },
  };
}

export type BlockWatch = ReturnType<typeof makeBlockWatch>;

const keyOf = ({ conditionToken, baseAsset }: Pair) => `${conditionToken} ${baseAsset}`;

interface Seen {
  readonly now: Date;
  readonly runAt: number;
  readonly height: number;
  readonly recorded: PriceOf;
  readonly spot: PriceOf;
}

function see(watched: Watched, { now, runAt, height, recorded, spot }: Seen): void {
  const isRun = watched.runAt !== runAt;
  const { conditionToken, baseAsset } = watched.pair;
  const ratio = ratioOf(conditionToken, baseAsset, isRun ? recorded : spot);
  // If a run is missing, its price may have missed the target, so the confirmation begins again.
  const isGap = watched.runAt !== undefined && runAt - watched.runAt > GRID_SECONDS * 1_000;
  if (isRun && isGap) watched.sightings = [];
  watched.sightings.push({ of: isRun ? 'run' : 'block', ratio: ratio.ok ? ratio.value : undefined });
  watched.sightings = watched.sightings.slice(-KEPT_SIGHTINGS);
  watched.runAt = runAt;
  watched.seenAt = now;
  watched.height = Math.max(watched.height, height);
}

function spotsOf({ registry, router }: Market, pairs: readonly Watched[], btcUsd: number): PriceOf {
  const wanted = new Set<ContractId>();
  for (const { pair } of pairs) {
    wanted.add(pair.conditionToken);
    if (pair.baseAsset !== 'USD') wanted.add(pair.baseAsset);
  }
  const spots = spotPrices(registry, router, wanted, btcUsd);
  return (token) => {
    const spot = spots.get(token);
    return spot && { usd: spot.usd, stale: false, thin: isThin(spot), liquidityUsd: 0 };
  };
}
