import { ORDER_STATUSES, txidOf, type Order, type OrderPosition } from '../../../src/domain/order/order.js';
import { isShortTerm } from '../../../src/domain/order/lists/search.js';
import type { Candle, Interval } from '../../../src/domain/price-series/candle.js';
import type { PricePoint } from '../../../src/domain/price-series/price.js';
import type { FeedEvent, FeedScope } from '../../../src/ports/order-feed.js';
import type { OrderQuery, OrderScope } from '../../../src/ports/order-repository.js';

// What docs/reference/orders-list.md, prices.md and streams.md promise, over arrays and without care for speed.

/** An order must pass all filters. */
function isInScope(order: Order, scope: OrderScope): boolean {
  const { terms, createdAt } = order;
  const { owner, strategyId, inputToken, outputToken, token, pair, from, to, txid, handles } = scope;
  const [sold, bought] = [terms.inputToken, terms.outputToken];
  return [
    owner === undefined || terms.owner === owner,
    strategyId === undefined || terms.strategy.strategyId === strategyId,
    inputToken === undefined || sold === inputToken,
    outputToken === undefined || bought === outputToken,
    token === undefined || sold === token || bought === token,
    pair === undefined ||
      (sold === pair[0] && bought === pair[1]) ||
      (sold === pair[1] && bought === pair[0]),
    from === undefined || createdAt.getTime() >= from.getTime(),
    to === undefined || createdAt.getTime() < to.getTime(),
    txid === undefined || txidOf(order) === txid,
    handles === undefined || handles.includes(terms.handle),
  ].every(Boolean);
}

/** Part of owner, inputToken, outputToken, conditionToken, handle or txid, in any case. */
function holds(order: Order, search: string): boolean {
  const { owner, inputToken, outputToken, handle, trigger } = order.terms;
  const condition = trigger?.kind === 'window' ? '*' : trigger?.conditionToken;
  const texts = [owner, inputToken, outputToken, condition, handle, txidOf(order)];
  return texts.some((text) => text?.toLowerCase().includes(search));
}

type Sort = Pick<OrderQuery, 'sortBy' | 'sortOrder'>;

/** Ties go by createdAt, then handle, in the same direction. */
function comparing({ sortBy, sortOrder }: Sort) {
  return (a: OrderPosition, b: OrderPosition): number => {
    const steps = [
      sortBy === 'status' ? ORDER_STATUSES.indexOf(a.status) - ORDER_STATUSES.indexOf(b.status) : 0,
      a.createdAt.getTime() - b.createdAt.getTime(),
      a.handle < b.handle ? -1 : Number(a.handle > b.handle),
    ];
    return (steps.find((step) => step !== 0) ?? 0) * (sortOrder === 'asc' ? 1 : -1);
  };
}

const place = ({ status, createdAt, terms }: Order) => ({ status, createdAt, handle: terms.handle });

const lists = new WeakMap<readonly Order[], Map<string, readonly Order[]>>();

/** The orders in the order of a list, which is kept: many queries sort the same orders. */
function sorted(orders: readonly Order[], { sortBy, sortOrder }: Sort): readonly Order[] {
  const known = lists.get(orders) ?? new Map<string, readonly Order[]>();
  lists.set(orders, known);
  const name = `${sortBy} ${sortOrder}`;
  const compare = comparing({ sortBy, sortOrder });
  const list = known.get(name) ?? orders.toSorted((a, b) => compare(place(a), place(b)));
  known.set(name, list);
  return list;
}

const NEWEST_FIRST = { sortBy: 'createdAt', sortOrder: 'desc' } as const;

/** The page of a list, its total, and whether more orders follow. */
export function listed(all: readonly Order[], query: OrderQuery) {
  const { statuses, search, countTo = Infinity, after, offset, limit } = query;
  const passes = (order: Order) =>
    isInScope(order, query) && (statuses === undefined || statuses.includes(order.status));
  const passing = sorted(all, query).filter(passes);
  // One or two characters are looked for in the newest orders that pass the other filters.
  const isShort = search !== undefined && isShortTerm(search);
  const newest = isShort && new Set(sorted(all, NEWEST_FIRST).filter(passes).slice(0, countTo));
  const searched = newest ? passing.filter((order) => newest.has(order)) : passing;
  const matching = search === undefined ? searched : searched.filter((order) => holds(order, search));
  const compare = comparing(query);
  const behind = matching.filter((each) => after === undefined || compare(place(each), after) > 0);
  const isCut = search !== undefined && matching.length > countTo;
  const total = isCut ? countTo : matching.length;
  // Pages continue within the total; cursors continue past it.
  const rest = isCut && offset >= total ? [] : behind.slice(offset);
  return {
    page: rest.slice(0, limit),
    total,
    isLowerBound: isCut || searched.length < passing.length,
    hasNext: rest.length > limit,
  };
}

const [HOUR, DAY] = [3_600, 86_400];
const LENGTHS: Readonly<Record<Interval, number>> = {
  '5m': 300,
  '1h': HOUR,
  '4h': 4 * HOUR,
  '1d': DAY,
  '1w': 7 * DAY,
};
const DEFAULT_WINDOWS = { '5m': DAY, '1h': 7 * DAY, '4h': 30 * DAY, '1d': Infinity, '1w': Infinity };

/** A request for candles. Times are Unix seconds. */
export interface CandleQuery {
  readonly interval: Interval;
  readonly quote: 'usd' | 'sbtc';
  readonly from?: number;
  readonly to?: number;
  readonly limit: number;
  readonly fill: boolean;
}

/** Candles are aligned to UTC, weeks to Monday, and the epoch began on a Thursday. */
export function startOf(time: number, interval: Interval): number {
  const offset = interval === '1w' ? 4 * DAY : 0;
  return Math.floor((time - offset) / LENGTHS[interval]) * LENGTHS[interval] + offset;
}

/** The candle of an interval's prices; undefined if there are none. In sBTC each is divided by the bitcoin price of its own run. */
export function candleOf(
  time: number,
  quote: CandleQuery['quote'],
  points: readonly PricePoint[],
): Candle | undefined {
  const prices = points.map(({ usd, btcUsd }) => (quote === 'usd' ? usd : usd / btcUsd));
  if (prices.length === 0) return undefined;
  const [high, low] = [Math.max(...prices), Math.min(...prices)];
  return { time, open: prices[0]!, high, low, close: prices.at(-1)!, points: prices.length };
}

/** The candles of a token's prices, which are given oldest first and none of which is later than `now`. */
export function candlesOf(points: readonly PricePoint[], query: CandleQuery, now: number): readonly Candle[] {
  const { interval, quote, limit, fill } = query;
  const grid = interval === '5m' ? 300 : HOUR;
  const end =
    query.to === undefined ? (Math.floor(now / grid) + 1) * grid : Math.ceil(query.to / grid) * grid;
  const from = query.from ?? Math.max(0, end - DEFAULT_WINDOWS[interval]);
  const begin = Math.floor(from / grid) * grid;
  const first = Math.max(begin, startOf(points[0]?.time ?? end, interval));
  let start = startOf(first, interval);
  if (start < begin) start += LENGTHS[interval];
  let close = candleOf(
    0,
    quote,
    points.filter(({ time }) => time < start),
  )?.close;
  const candles: Candle[] = [];
  for (; start < end && start <= now; start += LENGTHS[interval]) {
    const candle = candleOf(
      start,
      quote,
      points.filter(({ time }) => startOf(time, interval) === start),
    );
    if (candle !== undefined) candles.push(candle);
    else if (fill && close !== undefined)
      candles.push({ time: start, open: close, high: close, low: close, close, points: 0, filled: true });
    close = candle?.close ?? close;
  }
  return candles.slice(-limit);
}

/** The events behind a position, of the orders of a scope. */
export function eventsAfter(
  log: readonly FeedEvent[],
  orders: ReadonlyMap<string, Order>,
  { after, of }: { readonly after: number; readonly of?: FeedScope | undefined },
): readonly FeedEvent[] {
  return log.filter(({ position, uuid }) => {
    if (position <= after || of === undefined) return position > after;
    if ('uuid' in of) return uuid === of.uuid;
    const terms = orders.get(uuid)?.terms;
    const isOwn = !('owner' in of) || terms?.owner === of.owner;
    return (
      terms !== undefined &&
      isOwn &&
      (of.strategyId === undefined || terms.strategy.strategyId === of.strategyId)
    );
  });
}
