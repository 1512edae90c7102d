import type { Quote } from '../../../../sdk/client/index.js';
import { loss } from '../../../../sdk/words/numbers.js';

/** Worth of both sides of a swap in dollars; undefined if a token has no price. */
export interface Worths {
  readonly paid: number | undefined;
  readonly received: number | undefined;
}

/** Fraction below which a difference between the dollar values and the quote is not mentioned. */
const NOTABLE = 0.01;

/** Cost of a swap (fees and price impact) according to its quote alone, as a fraction of the input. */
export function costOf({ hops, fees, priceImpact }: Pick<Quote, 'hops' | 'fees' | 'priceImpact'>): number {
  const kept = hops.reduce((rate, { quote }, n) => {
    const fee = Number(fees[n]?.amount ?? 0);
    return quote.amountIn > 0 ? rate * (1 - fee / quote.amountIn) : rate;
  }, 1 - priceImpact);
  return 1 - kept;
}

/**
 * Time of the dollar values, and the cost of the swap now. Prices may be five minutes old while the quote is current: if they
 * disagree, the text says what the swap itself costs.
 */
export function worthWords(clock: string, quote: Quote | undefined, { paid, received }: Worths): string {
  const prices = `Dollars at prices of ${clock}`;
  if (quote === undefined || quote.path.length === 0) return `${prices}, new every 5 minutes.`;
  const cost = costOf(quote);
  const costs = `the swap costs ${loss(cost)} in fees and price impact`;
  const gap = paid === undefined || received === undefined || paid === 0 ? cost : 1 - received / paid;
  if (Math.abs(gap - cost) < NOTABLE) return `${prices}; by the quote, ${costs}.`;
  return `Cost: ${loss(cost)} in fees and price impact. Dollar values differ further, since they are of ${clock}.`;
}
