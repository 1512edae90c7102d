import type { ResponseOf } from '../../../../sdk/client/index.js';

/** Depth of a pair's market. */
export type Depth = ResponseOf<'readDepth'>['data'];

/** Amounts of the sold token that move its price by a fraction, whole tokens; undefined if no amount does. */
export interface DepthRow {
  readonly move: number;
  /** Largest sale after which the price has fallen by no more. */
  readonly sell: number | undefined;
  /** Largest purchase after which the price has risen by no more, as far as what is paid buys less by the fraction. */
  readonly buy: number | undefined;
}

/** Moves that the table shows, of those that the server tells. */
const MOVES = [0.005, 0.01, 0.02, 0.05, 0.1];

/** Rows of the depth, by ascending move. */
export function depthRows({ sells, buys }: Depth, amountOf: (units: string) => number): readonly DepthRow[] {
  const sold = new Map(sells?.levels.map(({ fall, amountIn }) => [fall, amountOf(amountIn)]));
  const bought = new Map(buys?.levels.map(({ fall, amountOut }) => [fall, amountOf(amountOut)]));
  return MOVES.filter((move) => sold.has(move) || bought.has(move)).map((move) => ({
    move,
    sell: sold.get(move),
    buy: bought.get(move),
  }));
}
