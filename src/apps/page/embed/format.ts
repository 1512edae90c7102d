import type { Quote } from './options.js';

/** As many as the page's own prices have. */
const SHOWN_DIGITS = 4;
const MOST_DECIMALS = 16;

/** The decimal places that a price of this size is shown with. */
export function decimalsOf(price: number): number {
  if (!(price > 0)) return 2;
  return Math.min(MOST_DECIMALS, Math.max(2, SHOWN_DIGITS - 1 - Math.floor(Math.log10(price))));
}

export const priceText = (price: number, decimals: number): string =>
  price.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

/** A price with its currency. */
export const withQuote = (text: string, quote: Quote): string =>
  quote === 'usd' ? `$${text}` : `${text} sBTC`;

/** A change in percent, with its sign. */
export const changeText = (percent: number): string =>
  `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(2)}%`;
