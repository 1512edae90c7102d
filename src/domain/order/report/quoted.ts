import { lowerBound, parseSlippage } from '../../router/slippage.js';
import type { Units } from '../../shared/units.js';
import type { OrderTerms } from '../order.js';
import type { ExecutionQuote } from '../swap-transaction.js';

/** Amounts that bound a swap before it is mined, smallest units of the output token. */
export interface QuotedAmounts {
  /** Quote on which the swap was signed. Absent if another server sent it: its record has what it paid in place of a quote. */
  readonly sent?: Units;
  /** Least output with which the chain executes it: its quote less slippage, or the order's minimum if higher. Absent if nothing binds it. */
  readonly minimum?: Units;
}

export function quotedAmounts(
  { amountOut, slippage, height, ...quote }: ExecutionQuote,
  { minAmountOut }: Pick<OrderTerms, 'minAmountOut'>,
): QuotedAmounts {
  const parsed = parseSlippage(slippage);
  const bound = quote.protected === true && parsed.ok ? lowerBound(amountOut, parsed.value) : undefined;
  const minimum = bound === undefined || (minAmountOut ?? 0n) > bound ? minAmountOut : bound;
  return {
    ...(height !== undefined && { sent: amountOut }),
    ...(minimum !== undefined && { minimum }),
  };
}
