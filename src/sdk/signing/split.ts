import { SPLIT } from '../../domain/order/terms/names.js';
import { lowerBound, parseSlippage } from '../../domain/router/slippage.js';
import { parseUnits } from '../../domain/shared/units.js';
import { decimal } from './amounts.js';
import { refuseUnknownFields } from './known-fields.js';
import { newUuid } from './new-uuid.js';
import type { UnsignedOrder } from './order.js';
import { AT_ONCE, boundOf, invalid, saleOf, timeOf, type Sale } from './plans.js';

/** Sale of an amount in parts over different routes, one after the other. */
export type SplitPlan = Omit<Sale, 'amount' | 'window'> & {
  /** Parts of a quoted split: `quotes.split` returns them. At least two. */
  readonly parts: readonly { readonly amountInExact: string; readonly amountOutExact: string }[];
  /** Fraction of each part's quote that may be lost, such as `'0.005'`. A larger one than the gain may lose it. */
  readonly slippage: string;
  /**
   * Milliseconds between the times from which two parts are sent, 0 or more. Default: a second. Each part takes the best
   * route after the parts before it, whether they are mined or not, so that parts may share a block.
   */
  readonly apartMs?: number;
  /** Time from which the first part is sent. Default: now. */
  readonly startAt?: Date;
  /** Time from which no part is sent. Default: none. */
  readonly endAt?: Date;
  /** Names the plan. Default: a new name. */
  readonly strategyId?: string;
};

const SECOND_MS = 1_000;

/**
 * Returns one order for each part of a quoted split, in the order of the parts. Each has a minimum of its own: its part's quote less the slippage,
 * rounded up. Sign and place all of them together.
 *
 * @throws SigningError with code `invalid-amount` or `invalid-order`.
 * @example
 * const { parts } = await client.quotes.split({ tokenIn: dollars, tokenOut: bitcoin, amount: '500000000000' });
 * const orders = splitPlan({ sell: dollars, buy: bitcoin, parts, slippage: '0.002' });
 */
export function splitPlan(given: SplitPlan): readonly UnsignedOrder[] {
  refuseUnknownFields('a split', given, NAMES);
  const { sell, buy, parts, apartMs = SECOND_MS, startAt = new Date(), endAt } = given;
  const { strategyId = `split-${newUuid()}` } = given;
  if (parts.length < 2) throw invalid('a split has at least two parts: place one order for a single route');
  const slippage = parseSlippage(given.slippage);
  if (!slippage.ok) throw invalid(`slippage ${slippage.error.reason}`);
  if (!Number.isSafeInteger(apartMs) || apartMs < 0)
    throw invalid('apartMs must be a whole number of 0 or more');
  const first = timeOf('startAt', startAt);
  return parts.map(({ amountInExact, amountOutExact }, n) => {
    const [amountIn, quoted] = [unitsOf(amountInExact), unitsOf(amountOutExact)];
    const window = { from: new Date(first + n * apartMs), ...(endAt !== undefined && { to: endAt }) };
    const sale = { sell, buy, amount: decimal(amountIn, sell.decimals), window };
    return {
      ...saleOf(sale),
      ...boundOf(sale, { atLeast: decimal(lowerBound(quoted, slippage.value), buy.decimals) }),
      ...AT_ONCE,
      strategyId,
      strategyType: SPLIT,
      strategyPosition: n + 1,
      strategySize: parts.length,
    };
  });
}

const NAMES = ['sell', 'buy', 'parts', 'slippage', 'apartMs', 'startAt', 'endAt', 'strategyId'];

function unitsOf(text: string) {
  const parsed = parseUnits(text, { min: 1n });
  if (!parsed.ok) throw invalid(`the amount ${text} of a part ${parsed.error.reason}`);
  return parsed.value;
}
