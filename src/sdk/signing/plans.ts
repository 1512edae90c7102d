import type { OrderInput } from '../../domain/order/terms/order-input.js';
import { decimal, ratio, units, type TradedToken } from './amounts.js';
import { SigningError } from './errors.js';
import { refuseUnknownFields } from './known-fields.js';
import { newUuid } from './new-uuid.js';
import type { UnsignedOrder } from './order.js';
import { triggerOf, type Trigger } from './trigger.js';

/** Sale of one token for another. */
export interface Sale {
  /** A subnet token. */
  readonly sell: TradedToken;
  /** The token to receive, or its subnet copy. */
  readonly buy: TradedToken;
  /** Amount of `sell` in whole tokens, as decimal text: `'1.5'`, or `'1.5 STX'`, whose symbol is checked. */
  readonly amount: string;
  /** Window of time in which it may be sent. Default: from now on. */
  readonly window?: TimeWindow;
}

/** Worst acceptable outcome, as decimal text. A minimum computed from a price is rounded up to a whole unit, in the owner's favour. */
export type Bound =
  /** Total in whole tokens of `buy`; `'0'` accepts any amount. */
  | { readonly atLeast: string }
  /** Tokens of `buy` for each token of `sell`. */
  | { readonly minPrice: string }
  /** Tokens of `sell` for each token of `buy`. */
  | { readonly maxPrice: string }
  /** A fraction of the quote at the time the order is sent, such as `'0.01'`: not a bound on the price itself. */
  | { readonly slippage: string };

/** Window of time in which an order may be sent. */
export interface TimeWindow {
  /** Earliest time at which the order is sent. */
  readonly from?: Date;
  /** Time from which the order is no longer sent. */
  readonly to?: Date;
}

/** Limit order: a sale, its bound, and when it is sent. */
export type LimitOrder = Sale &
  Bound & {
    /**
     * Price at which the order is sent, or `'asked'` to send it only when the owner or a bot executes it. When absent, it is sent
     * at once. While the market does not pay the minimum, the server tries again after about 10 seconds, plus 12 seconds for each
     * percent that the price falls short, at most 15 minutes.
     */
    readonly when?: Trigger | 'asked';
  };

/**
 * Sells an amount for at least a given output.
 *
 * @throws SigningError with code `invalid-amount` or `invalid-order`.
 * @example
 * const order = limitOrder({
 *   sell: dollars,
 *   buy: bitcoin,
 *   amount: '100',
 *   maxPrice: '101000', // dollars for a bitcoin
 *   when: { token: bitcoin, atOrBelow: '101000' },
 * });
 */
export function limitOrder(order: LimitOrder): UnsignedOrder {
  refuseUnknownFields('a limit order', order, [...SALE, ...BOUNDS, 'when']);
  return { ...saleOf(order), ...boundOf(order, order), ...whenOf(order.when) };
}

function whenOf(when: LimitOrder['when']) {
  if (when === 'asked') return {};
  return when === undefined ? AT_ONCE : triggerOf(when);
}

/** One of the two orders of a {@link StopAndTarget}: its price, and its worst acceptable output. */
export type Exit = Bound & {
  /** The price of the sold token at which to sell. */
  readonly price: string;
};

/** A target and a stop for the same coins. */
export interface StopAndTarget extends Sale {
  /** Sells when the price has risen to its level. */
  readonly target: Exit;
  /** Sells when the price has fallen to its level. With `atLeast`, it does not sell in a crash; with `slippage`, it does. */
  readonly stop: Exit;
  /** Unit of both prices: `USD`, the default, or a contract id. */
  readonly in?: string;
  /** Names the group. Default: a new name. */
  readonly strategyId?: string;
}

/**
 * Two orders, each of which cancels the other when it is sent.
 *
 * @returns the target and the stop.
 * @throws SigningError with code `invalid-amount` or `invalid-order`, also when the stop is not below the target.
 * @example
 * const orders = stopAndTarget({
 *   sell: opal,
 *   buy: dollars,
 *   amount: '100',
 *   target: { price: '0.60', atLeast: '55' },
 *   stop: { price: '0.40', slippage: '0.03' },
 * });
 */
export function stopAndTarget(order: StopAndTarget): readonly [target: UnsignedOrder, stop: UnsignedOrder] {
  refuseUnknownFields('a stop and target', order, [...SALE, 'target', 'stop', 'in', 'strategyId']);
  const { target, stop, in: unit, strategyId = `oco-${newUuid()}`, ...sale } = order;
  refuseUnknownFields('target', target, ['price', ...BOUNDS]);
  refuseUnknownFields('stop', stop, ['price', ...BOUNDS]);
  if (!isBelow(stop.price, target.price))
    throw invalid(`the stop at ${stop.price} must be below the target at ${target.price}`);
  const price = { token: sale.sell, ...(unit !== undefined && { in: unit }) };
  const exit = (bound: Exit, trigger: Trigger, strategyPosition: number): UnsignedOrder => ({
    ...saleOf(sale),
    ...boundOf(sale, bound),
    ...triggerOf(trigger),
    strategyId,
    strategyType: 'stop-and-target',
    strategyPosition,
    strategySize: 2,
    metadata: { oco: true },
  });
  return [
    exit(target, { ...price, atOrAbove: target.price }, 1),
    exit(stop, { ...price, atOrBelow: stop.price }, 2),
  ];
}

/** Stop or target of an entry. A stop may follow the price in place of having one. */
export type Stop =
  Exit | (Bound & Omit<Extract<Trigger, { readonly fallsFromHigh: string }>, 'token' | 'in'>);

/** An entry, and a target and a stop for what it buys. */
export type EntryThenExits = Omit<LimitOrder, 'slippage'> &
  Exclude<Bound, { readonly slippage: string }> & {
    /** Target and stop for what the entry has bought: `buy`, which must be a subnet token. */
    readonly exits: Omit<StopAndTarget, 'sell' | 'buy' | 'amount' | 'stop' | 'strategyId'> & {
      /** Token to sell for. Default: the one that the entry sells. */
      readonly buy?: TradedToken;
      /** Amount of what the entry buys. Default, and at most: what the entry buys at least. */
      readonly amount?: string;
      readonly stop: Stop;
    };
    /** Names the plan. Default: a new name. */
    readonly strategyId?: string;
  };

const ENTRY = ['exits', 'strategyId', 'when'];
const EXITS = ['buy', 'amount', 'window', 'target', 'stop', 'in'];

/**
 * An entry and its two exits (a bracket, OTOCO). The exits wait until the entry is confirmed, and the first of them to be sent cancels
 * the other. They sell what the entry guarantees; what it buys beyond that is left over. Sign and place all three together.
 *
 * @returns the entry, the target and the stop.
 * @throws SigningError with code `invalid-amount` or `invalid-order`, also when the entry guarantees nothing.
 * @example
 * const orders = entryThenExits({
 *   sell: dollars,
 *   buy: opal,
 *   amount: '50',
 *   maxPrice: '0.51',
 *   exits: { target: { price: '0.60', minPrice: '0.59' }, stop: { price: '0.40', slippage: '0.03' } },
 * });
 */
export function entryThenExits(
  order: EntryThenExits,
): readonly [entry: UnsignedOrder, target: UnsignedOrder, stop: UnsignedOrder] {
  refuseUnknownFields('an entry', order, [...SALE, ...BOUNDS, ...ENTRY]);
  const { exits, when, strategyId = `bracket-${newUuid()}`, ...sale } = order;
  refuseUnknownFields('exits', exits, EXITS);
  const uuid = newUuid();
  const bound = boundOf(sale, sale);
  if (!('minAmountOut' in bound) || bound.minAmountOut === '0')
    throw invalid('an entry needs atLeast, minPrice or maxPrice: its exits sell what it guarantees');
  const { buy = sale.sell, amount = decimal(BigInt(bound.minAmountOut), sale.buy.decimals), ...rest } = exits;
  if (BigInt(units(amount, sale.buy)) > BigInt(bound.minAmountOut))
    throw invalid(`the exits sell ${amount}, more than the entry guarantees`);
  const plan = (strategyPosition: number) =>
    ({ strategyId, strategyType: 'bracket', strategyPosition, strategySize: 3 }) as const;
  const exit = (worst: Bound, trigger: Trigger, position: number): UnsignedOrder => {
    const sold = { sell: sale.buy, buy, amount, ...(rest.window && { window: rest.window }) };
    return {
      ...saleOf(sold),
      ...boundOf(sold, worst),
      ...triggerOf(trigger),
      ...plan(position),
      after: uuid,
    };
  };
  const { target, stop } = rest;
  refuseUnknownFields('target', target, ['price', ...BOUNDS]);
  refuseUnknownFields('stop', stop, ['price', 'fallsFromHigh', 'activation', ...BOUNDS]);
  if ('price' in stop && !isBelow(stop.price, target.price))
    throw invalid(`the stop at ${stop.price} must be below the target at ${target.price}`);
  const price = { token: sale.buy, ...(rest.in !== undefined && { in: rest.in }) };
  return [
    { ...saleOf(sale), ...bound, ...whenOf(when), ...plan(1), uuid },
    exit(target, { ...price, atOrAbove: target.price }, 2),
    exit(stop, { ...price, ...stopOf(stop) }, 3),
  ];
}

const stopOf = (stop: Stop) => {
  if ('price' in stop) return { atOrBelow: stop.price };
  const { fallsFromHigh, activation } = stop;
  return { fallsFromHigh, ...(activation !== undefined && { activation }) };
};

export const SALE = ['sell', 'buy', 'amount', 'window'] as const;

/** Condition that is met as soon as the order's time window opens. */
export const AT_ONCE = { conditionToken: '*', targetPrice: '0', direction: 'gt' } as const;

type Terms = Pick<OrderInput, 'inputToken' | 'outputToken' | 'amountIn' | 'validFrom' | 'validTo'>;

export function saleOf({ sell, buy, amount, window = {} }: Sale): Terms {
  refuseUnknownFields('window', window, ['from', 'to']);
  const { from, to } = window;
  requireToken('sell', sell);
  requireToken('buy', buy);
  if (sell.type !== undefined && sell.type !== 'SUBNET')
    throw invalid(`${sell.symbol ?? sell.contractId} is not a subnet token, and orders sell those only`);
  const amountIn = units(amount, sell);
  if (amountIn === '0') throw invalid(`amount ${amount}: an order sells more than 0`);
  return {
    inputToken: sell.contractId,
    outputToken: buy.contractId,
    amountIn,
    ...(from !== undefined && { validFrom: new Date(timeOf('window.from', from)).toISOString() }),
    ...(to !== undefined && { validTo: new Date(timeOf('window.to', to)).toISOString() }),
  };
}

function requireToken(name: string, token: TradedToken): void {
  if (typeof (Object(token) as Partial<TradedToken>).contractId !== 'string')
    throw invalid(`${name} must be a token, { contractId, decimals }, as the server lists it`);
}

type BoundFields = { readonly minAmountOut: string } | { readonly slippage: string };

export const BOUNDS = ['atLeast', 'minPrice', 'maxPrice', 'slippage'] as const;

export function boundOf({ sell, buy, amount }: Sale, bound: Bound): BoundFields {
  const given = BOUNDS.filter((name) => (bound as Readonly<Record<string, unknown>>)[name] !== undefined);
  if (given.length !== 1)
    throw invalid(
      `give one of ${BOUNDS.join(', ')}, which says what may be received at worst; atLeast: '0' accepts any amount`,
    );
  if ('atLeast' in bound) return { minAmountOut: units(bound.atLeast, buy) };
  if ('slippage' in bound) return { slippage: bound.slippage };
  const { dividend, divisor } = ratio('minPrice' in bound ? bound.minPrice : bound.maxPrice);
  const [times, by] = 'minPrice' in bound ? [dividend, divisor] : [divisor, dividend];
  const out = BigInt(units(amount, sell)) * times * 10n ** BigInt(buy.decimals);
  const one = by * 10n ** BigInt(sell.decimals);
  const least = (out + one - 1n) / one;
  // The most common mistake is a price for the other direction.
  if (least <= 1n)
    throw invalid(
      `at this ${'minPrice' in bound ? 'minPrice' : 'maxPrice'} ${amount} buys less than one unit of ${buy.symbol ?? buy.contractId}: minPrice counts tokens of buy for each of sell, maxPrice tokens of sell for each of buy; atLeast: '0' accepts any amount`,
    );
  return { minAmountOut: least.toString() };
}

function isBelow(low: string, high: string): boolean {
  const [a, b] = [ratio(low), ratio(high)];
  return a.dividend * b.divisor < b.dividend * a.divisor;
}

export function timeOf(name: string, time: Date): number {
  if (time instanceof Date && !Number.isNaN(time.getTime())) return time.getTime();
  throw invalid(`${name} must be a Date`);
}

export const invalid = (message: string) => new SigningError(message, 'invalid-order');
