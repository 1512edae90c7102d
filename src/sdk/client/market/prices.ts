import { isFiniteNumber, isObject, listIn, unexpectedShape } from '../transport/request-json.js';
import type { Candle, PriceList, TokenPrice } from '../wire/prices.js';

export type { Candle, TokenPrice };

/** Prices, most liquid token first. Unknown numbers are null; before the first run, all numbers are. */
export type TokenPriceList = PriceList;

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
