import { err, ok } from '../../domain/shared/result.js';
import type { BtcPriceSource } from '../../ports/index.js';
import { fieldsOf } from '../../domain/shared/fields.js';
import { tickerSource, type TickerOptions } from './ticker.js';

/**
 * Reads Kraken's public ticker: `{ error: [], result: { XXBTZUSD: { c: ['<last price>', '<lot>'], … } } }`. Errors also
 * have status 200, and there is no time.
 *
 * @see https://docs.kraken.com/api/docs/rest-api/get-ticker-information
 * @example const btcSources = [krakenSource({ clock })];
 */
export function krakenSource(options: TickerOptions): BtcPriceSource {
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
