import { fillGaps, mergeCandles, packedCandles, type Interval } from '../../domain/price-series/candle.js';
import type { VolumeCandle } from '../../domain/price-series/candle-volumes.js';
import { DAY_SECONDS, dayOf, type PriceQuote } from '../../domain/price-series/price.js';
import {
  isPast,
  parseHistoryRequest,
  priceTimes,
  type InvalidHistoryRequest,
  type RawHistoryRequest,
} from '../../domain/price-series/window.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { CallersReads, PriceHistoryReads, Ports } from '../../ports/index.js';
import type { ReadVolumes } from '../trades/read-volumes.js';
import { notPriced, type PriceListCache, type TokenNotPriced } from './price-list-cache.js';

/** The candles of one token. */
export interface PriceHistory {
  readonly token: ContractId;
  readonly interval: Interval;
  readonly quote: PriceQuote;
  /** Oldest first. */
  readonly candles: readonly VolumeCandle[];
  /** Whether these candles are final: no future run or block can change them. */
  readonly isPast: boolean;
}

/** Reason why a request for a token's candles is refused. */
export type ReadHistoryError = TokenNotPriced | InvalidHistoryRequest;

/** Reads a token's candles, from the caller's unchecked text. Every token that was ever priced has a history. */
export const makeReadHistory =
  (
    { clock, prices }: Pick<Ports, 'clock'> & Pick<CallersReads, 'prices'>,
    cache: Pick<PriceListCache, 'list' | 'everPriced'>,
    volumes: Pick<ReadVolumes, 'of'>,
  ) =>
  async (text: string, raw: RawHistoryRequest): Promise<Result<PriceHistory, ReadHistoryError>> => {
    const list = await cache.list();
    const token = cache.everPriced(text);
    if (token === undefined) return err(notPriced(text, list));
    const now = clock.now();
    const request = parseHistoryRequest(raw, now);
    if (!request.ok) return request;
    const { interval, quote, window, limit, fill } = request.value;
    const { from, to: end } = priceTimes(window, interval);
    const afterNow = Math.floor(now.getTime() / 1000) + 1;
    // Later prices, which a clock that was ahead may have recorded, are left out.
    const to = Math.min(end, afterNow);
    const read =
      interval === '1d' || interval === '1w'
        ? mergeCandles(await prices.days(token, quote, from, to), interval)
        : packedCandles(await prices.slots(token, quote, from, to), interval);
    // Gaps are filled up to now, never beyond.
    const filled = { from, to: Math.min(window.to, afterNow) };
    const candles = fill
      ? fillGaps(read, interval, filled, await closeBefore(prices, token, quote, from))
      : read;
    const newest = candles.slice(-limit);
    const traded = await volumes.of(token, newest, { interval, to });
    const isFinal = isPast(window, interval, now) && traded.isFinal;
    return ok({ token, interval, quote, candles: traded.candles, isPast: isFinal });
  };

/** The last price before `time`, in the quote currency. */
async function closeBefore(
  prices: PriceHistoryReads,
  token: ContractId,
  quote: PriceQuote,
  time: number,
): Promise<number | undefined> {
  const midnight = dayOf(time) * DAY_SECONDS;
  const [sameDay] = await prices.slots(token, quote, midnight, time);
  if (sameDay !== undefined) return sameDay.prices.findLast(Boolean);
  return (await prices.days(token, quote, 0, midnight)).at(-1)?.close;
}
