import { ok } from '../../domain/shared/result.js';
import type { BtcPriceSource } from '../../ports/index.js';
import { fieldsOf } from '../../domain/shared/fields.js';
import { tickerSource, type TickerOptions } from './ticker.js';

/**
 * Reads Bitstamp's public ticker: `{ last: '<last price>', timestamp: '<Unix seconds>', … }`.
 *
 * @see https://www.bitstamp.net/api/#tag/Tickers
 * @example const btcSources = [bitstampSource({ clock })];
 */
export function bitstampSource(options: TickerOptions): BtcPriceSource {
  const { baseUrl = 'https://www.bitstamp.net' } = options;
  const url = `${baseUrl}/api/v2/ticker/btcusd/`;
  const find = (response: unknown) => {
    const { last, timestamp } = fieldsOf(response);
    const isTime = typeof timestamp === 'string' && /^\d{1,12}$/.test(timestamp);
    return ok({ usd: last, at: new Date(isTime ? Number(timestamp) * 1000 : NaN) });
  };
  return tickerSource({ name: 'bitstamp', url, find }, options);
}
