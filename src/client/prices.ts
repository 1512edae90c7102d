import { isFiniteNumber, isObject, listIn, unexpectedShape } from './request-json.js';

/** A token's price as the prices service returns it. */
export interface TokenPrice {
  /** `.stx` or `<address>.<contract-name>`. */
  readonly contractId: string;
  /** Not unique. */
  readonly symbol: string;
  readonly name: string;
  readonly image?: string;
  readonly decimals: number;
  /** Present on a subnet copy of the token `base`, whose price it has. */
  readonly type?: 'SUBNET';
  readonly base?: string;
  /** Dollars for a whole token. */
  readonly usd: number;
  /** sBTC for a whole token. */
  readonly sbtc: number;
  /** Percent; null without enough history. */
  readonly change: Readonly<Record<'1h' | '24h' | '7d' | '30d', number | null>>;
  /** Dollars in pools. */
  readonly liquidityUsd: number;
  /** Percent lost by buying for about a dollar and selling at once; null when not measured. */
  readonly roundTripLoss: number | null;
  /** `roundTripLoss` is over 25: the price moves easily. */
  readonly thin: boolean;
  /** ISO 8601. */
  readonly updatedAt: string;
  /** The price is more than 15 minutes old. */
  readonly stale: boolean;
  /** 42 closes in dollars over seven days, null before the first price. */
  readonly sparkline?: readonly (number | null)[];
}

/** Prices, the most liquid token first. Unknown numbers are null, as before the first run. */
export interface TokenPriceList {
  /** Dollars for one bitcoin. */
  readonly btcUsd: number | null;
  readonly updatedAt: string | null;
  readonly count: number;
  readonly tokens: readonly TokenPrice[];
}

/** Prices of one interval, in dollars or sBTC for a whole token. */
export interface Candle {
  /** Start, Unix seconds. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Number of prices. */
  readonly points: number;
}

// Checks only fields that callers depend on, so that the service may add and remove others.
const isTokenPrice = (item: unknown): item is TokenPrice =>
  isObject(item) &&
  typeof item['contractId'] === 'string' &&
  isFiniteNumber(item['usd']) &&
  isFiniteNumber(item['sbtc']);

const CANDLE_FIELDS = ['time', 'open', 'high', 'low', 'close', 'points'] as const;
const isCandle = (item: unknown): item is Candle =>
  isObject(item) && CANDLE_FIELDS.every((field) => isFiniteNumber(item[field]));

export function readPriceList(response: unknown): TokenPriceList {
  listIn(response, { field: 'tokens', of: isTokenPrice, what: 'a list of prices' });
  return response as TokenPriceList;
}

export function readTokenPrice(response: unknown): TokenPrice {
  if (!isTokenPrice(response)) throw unexpectedShape('the price of a token', 200);
  return response;
}

export const readCandles = (response: unknown): readonly Candle[] =>
  listIn(response, { field: 'candles', of: isCandle, what: 'a price history' });
