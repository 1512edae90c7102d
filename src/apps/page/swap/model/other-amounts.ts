import type { Quote } from '../../../../sdk/client/index.js';
import type { QuoteItem } from '../live/quotes-now.js';
import { distance } from '../../../../sdk/words/rates.js';

/** Output of another amount of the same token. */
export interface OtherAmount {
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  /** Price advantage over the quote, a signed fraction. */
  readonly off: number | undefined;
}

/** Factors by which the amount is multiplied, each as dividend and divisor. */
const TIMES = [
  [1n, 10n],
  [1n, 2n],
  [2n, 1n],
  [10n, 1n],
] as const;

/** A fraction of the amount and multiples of it, smallest units. */
export const otherAmountsOf = (amount: bigint): readonly bigint[] =>
  TIMES.map(([times, by]) => (amount * times) / by).filter((units) => units > 0n);

/** Outputs of the quoted amounts, compared with the quote read at the same moment. Amounts without a route are left out. */
export function otherAmounts(found: readonly QuoteItem[], best: Quote): readonly OtherAmount[] {
  const [paid, got] = [BigInt(best.amountInExact), BigInt(best.amountOutExact)];
  return found.flatMap((quote) => {
    if (!('hops' in quote) || quote.hops.length === 0) return [];
    const [amountIn, amountOut] = [BigInt(quote.amountInExact), BigInt(quote.amountOutExact)];
    return [{ amountIn, amountOut, off: distance(amountOut * paid, got * amountIn) }];
  });
}
