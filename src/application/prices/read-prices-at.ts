import {
  areFinal,
  LOOK_BACK_SECONDS,
  parsePriceTimes,
  pointAt,
  type InvalidPriceTimes,
  type RawPriceTimes,
} from '../../domain/price-series/price-times.js';
import { dayOf, GRID_SECONDS, type PricePoint } from '../../domain/price-series/price.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { CallersReads, Ports } from '../../ports/index.js';
import { inParallel } from '../shared/in-parallel.js';
import type { PriceListCache } from './price-list-cache.js';

/** One token's prices at the times of a request. */
export interface TokenPricesAt {
  /** As the caller wrote it. */
  readonly token: string;
  /** Whether the token was ever priced. */
  readonly isKnown: boolean;
  /** The price at each time; undefined if none was recorded in the preceding day. */
  readonly points: readonly (PricePoint | undefined)[];
}

/** Prices of several tokens at several times. */
export interface PricesAt {
  /** Unix seconds, as the caller ordered them. */
  readonly times: readonly number[];
  /** In the order of the request, each token once. */
  readonly tokens: readonly TokenPricesAt[];
  /** Whether no future run can change any of it. */
  readonly isFinal: boolean;
}

/** Number of reads in progress at a time, each for the times of one day and one token. */
const WIDTH = 8;

/**
 * Reads tokens' prices at given times. The price at a time is the newest one by then, if it is at most a day old. Takes the
 * caller's unchecked text.
 */
export const makeReadPricesAt =
  (
    { clock, prices }: Pick<Ports, 'clock'> & Pick<CallersReads, 'prices'>,
    cache: Pick<PriceListCache, 'list' | 'everPriced'>,
  ) =>
  async (raw: RawPriceTimes): Promise<Result<PricesAt, InvalidPriceTimes>> => {
    const now = clock.now();
    const request = parsePriceTimes(raw, now);
    if (!request.ok) return request;
    await cache.list();
    const { tokens, times } = request.value;
    const asked = tokens.map((token) => ({ token, id: cache.everPriced(token) }));
    const found = new Map<string, PricePoint | undefined>();
    const days = asked.flatMap(({ id }) => (id === undefined ? [] : byDay(id, times)));
    await inParallel(days, WIDTH, async ({ id, of }) => {
      const from = Math.max(0, onGrid(of[0]! - LOOK_BACK_SECONDS));
      const points = await prices.points(id, from, onGrid(of.at(-1)!) + GRID_SECONDS);
      for (const time of of) {
        const point = pointAt(points, time);
        found.set(keyOf(id, time), point && point.time >= time - LOOK_BACK_SECONDS ? point : undefined);
      }
    });
    return ok({
      times,
      tokens: asked.map(({ token, id }) => ({
        token,
        isKnown: id !== undefined,
        points: times.map((time) => (id === undefined ? undefined : found.get(keyOf(id, time)))),
      })),
      isFinal: areFinal(times, now),
    });
  };

const onGrid = (time: number) => Math.floor(time / GRID_SECONDS) * GRID_SECONDS;

const keyOf = (id: ContractId, time: number) => `${id} ${time}`;

/** Groups the times by UTC day, oldest first. A single read, of a day and the one before it, serves all the times of that day. */
function byDay(id: ContractId, times: readonly number[]) {
  const days = new Map<number, number[]>();
  for (const time of [...new Set(times)].sort((a, b) => a - b))
    days.set(dayOf(time), [...(days.get(dayOf(time)) ?? []), time]);
  return [...days.values()].map((of) => ({ id, of }));
}
