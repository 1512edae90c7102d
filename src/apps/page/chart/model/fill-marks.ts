import type { Candle, Fill } from '../../../../sdk/client/index.js';
import { baseId } from '../../live/base-id.js';
import type { Pair } from './lines.js';

/** A fill on the chart. */
export interface FillMark {
  /** Start of the candle in which it fell, Unix seconds. */
  readonly time: number;
  /** Whether it sold the token that the chart shows. */
  readonly isSale: boolean;
}

/** Marks of the fills that traded the pair, in either direction, within the time of the candles. Oldest first. */
export function fillMarks(
  fills: readonly Fill[],
  { sell, buy }: Pair,
  candles: readonly Candle[],
): readonly FillMark[] {
  const [sold, bought] = [baseId(sell), baseId(buy)];
  const marks = fills.flatMap((fill): readonly FillMark[] => {
    const isSale = fill.sold.contractId === sold && fill.bought.contractId === bought;
    const isPurchase = fill.sold.contractId === bought && fill.bought.contractId === sold;
    if (!isSale && !isPurchase) return [];
    const at = Date.parse(fill.at) / 1_000;
    const candle = candles.findLast(({ time }) => time <= at);
    return candle === undefined ? [] : [{ time: candle.time, isSale }];
  });
  return marks.sort((a, b) => a.time - b.time);
}
