import { fieldsOf } from '../../domain/shared/fields.js';
import { err, ok } from '../../domain/shared/result.js';
import type { BtcPriceSource, Clock } from '../../ports/index.js';
import { MACHINE, tickerSource, type TickerOptions } from './ticker.js';

/**
 * Reads Kraken's public ticker: `{ error: [], result: { XXBTZUSD: { c: ['<last price>', '<lot>'], … } } }`. Errors also have
 * status 200, and the response has no time.
 *
 * @see https://docs.kraken.com/api/docs/rest-api/get-ticker-information
 * @example const btcSources = [krakenSource()];
 */
export function krakenSource(options: TickerOptions = {}): BtcPriceSource {
  const { baseUrl = 'https://api.kraken.com' } = options;
  const url = `${baseUrl}/0/public/Ticker?pair=XBTUSD`;
  const find = (response: unknown) => {
    const { error, result } = fieldsOf(response);
    if (Array.isArray(error) && error.length > 0) return err(`it returned ${String(error[0]).slice(0, 80)}`);
    // Kraken keys the pair by its own name, which can differ from the requested one.
    const [ticker] = Object.values(fieldsOf(result));
    const { c: lastTrade } = fieldsOf(ticker);
    return ok({ usd: Array.isArray(lastTrade) ? (lastTrade as unknown[])[0] : undefined });
  };
  return tickerSource({ name: 'kraken', url, find }, options);
}

/**
 * Reads the public ticker of Coinbase Exchange: `{ price: '<last price>', time: '<ISO 8601>', … }`.
 *
 * @see https://docs.cdp.coinbase.com/exchange/reference/exchangerestapi_getproductticker
 * @example const btcSources = [coinbaseSource()];
 */
export function coinbaseSource(options: TickerOptions = {}): BtcPriceSource {
  const { baseUrl = 'https://api.exchange.coinbase.com' } = options;
  const url = `${baseUrl}/products/BTC-USD/ticker`;
  const find = (response: unknown) => {
    const { price, time } = fieldsOf(response);
    return ok({ usd: price, at: new Date(typeof time === 'string' ? time : NaN) });
  };
  return tickerSource({ name: 'coinbase', url, find }, options);
}

/**
 * Reads Bitstamp's public ticker: `{ last: '<last price>', timestamp: '<Unix seconds>', … }`.
 *
 * @see https://www.bitstamp.net/api/#tag/Tickers
 * @example const btcSources = [bitstampSource()];
 */
export function bitstampSource(options: TickerOptions = {}): BtcPriceSource {
  const { baseUrl = 'https://www.bitstamp.net' } = options;
  const url = `${baseUrl}/api/v2/ticker/btcusd/`;
  const find = (response: unknown) => {
    const { last, timestamp } = fieldsOf(response);
    const isTime = typeof timestamp === 'string' && /^\d{1,12}$/.test(timestamp);
    return ok({ usd: last, at: new Date(isTime ? Number(timestamp) * 1000 : NaN) });
  };
  return tickerSource({ name: 'bitstamp', url, find }, options);
}

/**
 * Always returns this price in dollars, for development chains and tests.
 *
 * @example const btcSources = [fixedSource(100_000)];
 */
export const fixedSource = (usd: number, clock: Clock = MACHINE): BtcPriceSource => ({
  name: 'fixed',
  read: async () => ok({ usd, at: clock.now() }),
});
