import { ok } from '../../domain/shared/result.js';
import type { BtcPriceSource } from '../../ports/index.js';
import { fieldsOf } from '../../domain/shared/fields.js';
import { tickerSource, type TickerOptions } from './ticker.js';

/**
 * Reads the public ticker of Coinbase Exchange: `{ price: '<last price>', time: '<ISO 8601>', … }`.
 *
 * @see https://docs.cdp.coinbase.com/exchange/reference/exchangerestapi_getproductticker
 * @example const btcSources = [coinbaseSource({ clock })];
 */
export function coinbaseSource(options: TickerOptions): BtcPriceSource {
  const { baseUrl = 'https://api.exchange.coinbase.com' } = options;
  const url = `${baseUrl}/products/BTC-USD/ticker`;
  const find = (response: unknown) => {
    const { price, time } = fieldsOf(response);
    return ok({ usd: price, at: new Date(typeof time === 'string' ? time : NaN) });
  };
  return tickerSource({ name: 'coinbase', url, find }, options);
}
