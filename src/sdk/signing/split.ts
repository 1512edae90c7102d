import { lowerBound, parseSlippage } from '../../domain/router/slippage.js';
import { parseUnits } from '../../domain/shared/units.js';
import { decimal } from './amounts.js';
import { refuseUnknownFields } from './known-fields.js';
import { newUuid } from './new-uuid.js';
import type { UnsignedOrder } from './order.js';
import { AT_ONCE, boundOf, invalid, saleOf, type Sale } from './plans.js';

/** Sale of an amount in parts over different routes, at once. */
export type SplitPlan = Omit<Sale, 'amount'> & {
  /** Parts of a quoted split: `quotes.split` returns them. At least two. */
  readonly parts: readonly { readonly amountInExact: string; readonly amountOutExact: string }[];
  /** Fraction of each part's quote that may be lost, such as `'0.005'`. A larger one than the gain may lose it. */
  readonly slippage: string;
  /** Names the plan. Default: a new name. */
  readonly strategyId?: string;
};

/**
 * Returns one order for each part of a quoted split, to be sent at once. Each has a minimum of its own: its part's quote less the slippage,
 * rounded up. Sign and place all of them together.
 *
 * @throws SigningError with code `invalid-amount` or `invalid-order`.
 * @example
 * const { parts } = await client.quotes.split({ tokenIn: dollars, tokenOut: bitcoin, amount: '500000000000' });
 * const orders = splitPlan({ sell: dollars, buy: bitcoin, parts, slippage: '0.002' });
 */
export function splitPlan(given: SplitPlan): readonly UnsignedOrder[] {
  refuseUnknownFields('a split', given, ['sell', 'buy', 'window', 'parts', 'slippage', 'strategyId']);
  const { sell, buy, window, parts, strategyId = `split-${newUuid()}` } = given;
  if (parts.length < 2) throw invalid('a split has at least two parts: place one order for a single route');
  const slippage = parseSlippage(given.slippage);
  if (!slippage.ok) throw invalid(`slippage ${slippage.error.reason}`);
  return parts.map(({ amountInExact, amountOutExact }, n) => {
    const [amountIn, quoted] = [unitsOf(amountInExact), unitsOf(amountOutExact)];
    const sale = { sell, buy, amount: decimal(amountIn, sell.decimals), ...(window && { window }) };
    return {
      ...saleOf(sale),
      ...boundOf(sale, { atLeast: decimal(lowerBound(quoted, slippage.value), buy.decimals) }),
      ...AT_ONCE,
      strategyId,
      strategyType: 'split',
      strategyPosition: n + 1,
      strategySize: parts.length,
    };
  });
}

function unitsOf(text: string) {
  const parsed = parseUnits(text, { min: 1n });
  if (!parsed.ok) throw invalid(`the amount ${text} of a part ${parsed.error.reason}`);
  return parsed.value;
}
