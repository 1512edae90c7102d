import type { Quote } from '../../../../sdk/client/index.js';
import { loss } from '../../../../sdk/words/numbers.js';
import { dollarLoss, dollarLossWords, lossOf, MUCH, type Worths } from '../../../../sdk/words/worth.js';

/** Words with their colour: red if the visitor loses much. */
interface Told {
  readonly text: string;
  readonly isBad: boolean;
}

/** Cost of a swap (fees and price impact) according to its quote alone, as a fraction of the input. */
export function costOf({ hops, fees, priceImpact }: Pick<Quote, 'hops' | 'fees' | 'priceImpact'>): number {
  const kept = hops.reduce((rate, { quote }, n) => {
    const fee = Number(fees[n]?.amount ?? 0);
    return quote.amountIn > 0 ? rate * (1 - fee / quote.amountIn) : rate;
  }, 1 - priceImpact);
  return 1 - kept;
}

/** Result of a swap against the dollar prices, in a few words: `31% less`. */
export function againstDollars(worths: Worths | undefined): Told {
  if (worths === undefined) return { text: 'Unknown: a token has no current dollar price', isBad: false };
  const lost = dollarLoss(worths);
  return { text: lost > 0 ? `${lossOf(lost)} less` : 'no loss', isBad: lost >= MUCH };
}

/** Whole loss of a swap against the dollar prices of both tokens, and the part of it that the quote explains. */
export function worthWords(clock: string, quote: Quote | undefined, worths: Worths | undefined): Told {
  const calm = (text: string): Told => ({ text, isBad: false });
  const prices = `Dollars at prices of ${clock}`;
  if (quote === undefined || quote.path.length === 0) return calm(`${prices}, new every 5 minutes.`);
  const cost = `${loss(costOf(quote))} in fees and price impact`;
  if (worths === undefined)
    return calm(`By the quote, ${cost}. The whole cost is unknown: a token has no current dollar price.`);
  const alarm = dollarLossWords(worths);
  if (alarm !== undefined) return { text: `${alarm} By the quote, ${cost}.`, isBad: true };
  return calm(`${prices}: ${againstDollars(worths).text}; by the quote, ${cost}.`);
}
