import { err, ok } from '../../domain/shared/result.js';
import type { BtcPriceSource } from '../../ports/index.js';
import { fieldsOf } from '../../domain/shared/fields.js';
import { tickerSource, type TickerOptions } from './ticker.js';

/**
 * Kraken's public ticker: `{ error: [], result: { XXBTZUSD: { c: ['<last price>', '<lot>'], … } } }`, with status 200
 * also for errors, and without a time.
 *
 * @see https://docs.kraken.com/api/docs/rest-api/get-ticker-information
 */
export function krakenSource(options: TickerOptions): BtcPriceSource {
  const { baseUrl = 'https://api.kraken.com' } = options;
  const url = `${baseUrl}/0/public/Ticker?pair=XBTUSD`;
  const find = (answer: unknown) => {
    const { error, result } = fieldsOf(answer);
    if (Array.isArray(error) && error.length > 0) return err(`it answers ${String(error[0]).slice(0, 80)}`);
    // The pair is keyed by Kraken's own name for it, which need not be the one that was asked for.
    const [ticker] = Object.values(fieldsOf(result));
    const { c: lastTrade } = fieldsOf(ticker);
    return ok({ usd: Array.isArray(lastTrade) ? (lastTrade as unknown[])[0] : undefined });
  };
  return tickerSource({ name: 'kraken', url, find }, options);
}
