import { useComputed, type ReadonlySignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Candle, Client } from '../../../sdk/client/index.js';
import { baseId } from '../live/base-id.js';
import { priceOf, prices } from '../live/prices.js';
import { useReading, type Read, type Reading } from '../live/reading.js';
import { choices } from './choices.js';
import {
  longerCandles,
  middlePrice,
  pairCandles,
  RESOLUTIONS,
  secondsOf,
  type Range,
} from './model/candles.js';
import type { Depth } from './model/depth.js';
import type { Pair, Unit } from './model/lines.js';

/** Candles of a pair. */
export interface PairHistory {
  readonly candles: readonly Candle[];
  /** Length of a candle, seconds. */
  readonly seconds: number;
  /** Name of what was read; see {@link historyName}. */
  readonly name: string;
}

/** Name of a pair's candles in a unit over a range. */
export const historyName = ({ sell, buy }: Pair, unit: Unit, range: Range): string =>
  [baseId(sell), unit === 'usd' ? 'USD' : baseId(buy), range].join(' ');

const MOST = 2_000;
const DAY_MS = 86_400_000;
/** Part of a span that is left out, ms: the server refuses longer ones, and its clock differs from the visitor's. */
const MARGIN_MS = 600_000;

/** Candles of the pair over the chosen range. They are read again with each run of prices. */
export function usePairHistory(
  pair: ReadonlySignal<Pair>,
  unit: ReadonlySignal<Unit>,
): Read<PairHistory | undefined> {
  // The stream of prices begins with those of the list, which ask for nothing again.
  const pricedAt = useComputed(() => `${prices.value?.at} ${priceOf.value.size}`);
  const name = useComputed(() => historyName(pair.value, unit.value, choices.value.range));
  return useReading(async (client, signal) => {
    const [sold = '', bought = '', range = '24h'] = name.value.split(' ') as [string, string, Range];
    void pricedAt.value;
    const priced = priceOf.peek();
    // Before the first prices, it is not known which tokens have any.
    if (priced.size === 0) return undefined;
    const read = (token: string) =>
      priced.has(token) ? historyOf(client, token, range, signal) : Promise.resolve([]);
    const [of, per] = await Promise.all([read(sold), bought === 'USD' ? undefined : read(bought)]);
    const recorded = per === undefined ? of : pairCandles(of, per);
    const seconds = secondsOf(range, recorded);
    return { candles: longerCandles(recorded, seconds), seconds, name: name.peek() };
  });
}

function historyOf({ prices }: Client, token: string, range: Range, signal: AbortSignal) {
  const { read: interval, days } = RESOLUTIONS[range];
  const from = days === undefined ? undefined : new Date(Date.now() - days * DAY_MS + MARGIN_MS);
  return prices.history(token, { interval, limit: MOST, fill: 'previous', from }, { signal });
}

/** Interval of reading the depth without a quote that tells of new blocks, ms. */
const DEPTH_MS = 30_000;

/** Depth of the pair's market, read again at each block of the quote. */
export function usePairDepth(
  pair: ReadonlySignal<Pair>,
  block: ReadonlySignal<number | undefined>,
): Pick<Reading<Depth | undefined>, 'value' | 'problem'> {
  const named = useComputed(() => [pair.value.sell.contractId, pair.value.buy.contractId].join(' '));
  const { reading } = useReading(async ({ quotes }, signal) => {
    const [tokenIn = '', tokenOut = ''] = named.value.split(' ');
    void block.value;
    if (tokenIn === tokenOut || choices.value.isFolded) return undefined;
    const name = named.peek();
    return { name, depth: await quotes.depth({ tokenIn, tokenOut }, { signal }) };
  }, DEPTH_MS);
  const { value, problem } = reading.value;
  return { value: value?.name === named.value ? value.depth : undefined, problem };
}

/**
 * Price of the pair now: the newest recorded one, moved as the market's middle has moved since it came. The two are not the same
 * number where pools disagree, so the middle alone would look like a jump.
 */
export function usePriceNow({ sell, buy }: Pair, unit: Unit, depth: Depth | undefined): number | undefined {
  const anchor = useRef<{ readonly at: string; readonly middle: number } | undefined>(undefined);
  const pricedAt = prices.value?.at;
  const at = pricedAt && [pricedAt, sell.contractId, buy.contractId].join(' ');
  const middle = middlePrice(depth?.sells?.price, depth?.buys?.price);
  if (at !== undefined && middle !== undefined && anchor.current?.at !== at) anchor.current = { at, middle };
  const [sold, bought] = [priceOf.value.get(baseId(sell))?.usd, priceOf.value.get(baseId(buy))?.usd];
  const per = unit === 'usd' ? 1 : bought;
  if (sold === undefined || per === undefined || per === 0) return undefined;
  return (sold / per) * (middle === undefined ? 1 : middle / (anchor.current?.middle ?? middle));
}
