import type { Command } from 'commander';
import { decimalText, duration, slippage, timeFrom, wholeNumber } from './options.js';

/** Adds the options for the terms of an order, or of the orders of a plan. */
export const withTerms = (each: Command): Command =>
  withConditions(each)
    .option('--sell <amount>', 'how much is sold, of each order of a plan', decimalText)
    .option(
      '--buy <amount>',
      'how much is bought, in place of --sell: sells the least that buys it now',
      decimalText,
    )
    .requiredOption('--of <token>', 'symbol or contract id of the subnet token to sell')
    .requiredOption('--for <token>', 'symbol or contract id of the token to buy')
    .option('--when-asked', 'send it only when it is executed')
    .option('--stop <price>', 'sell when the sold token falls to it; with --target', decimalText)
    .option('--target <price>', 'sell when the sold token rises to it; with --stop', decimalText)
    .option(
      '--then-target <price>',
      'once it is confirmed, sell what it buys at least when that rises to it; with --then-stop',
      decimalText,
    )
    .option('--then-stop <price>', 'the same when that falls to it; with --then-target', decimalText)
    .option('--then-slippage <fraction>', 'largest loss of these two against their quote', slippage)
    .option('--every <duration>', 'a plan: from one order to the next, such as 12h or 7d', duration)
    .option('--times <n>', 'with --every: how many orders', wholeNumber(100, 2))
    .option('--total <amount>', 'with --every: how much is sold by all of them together', decimalText)
    .option('--parts <n>', 'a plan: sells the amount in so many parts, with --over', wholeNumber(100, 2))
    .option(
      '--over <duration>',
      'with --parts: the span, such as 6h; each part comes at a random time of its slot',
      duration,
    )
    .option(
      '--delay <share>',
      'with --parts: longest delay of a part in its slot, 0 to 0.9; 0.5 by default',
      decimalText,
    )
    .option('--catch-up', 'with --parts: a part that was not sent in its slot stays open, and is not skipped')
    .option('--client-order-id <id>', 'an id of your own, by which it can be named')
    .option('--integrator <tag>', 'tag of the program that places it, such as app.example.org');

/** Adds the options for the bound, price and window of an order. */
export const withConditions = (each: Command): Command =>
  each
    .option('--at-least <amount>', 'least amount to receive; 0 accepts any', decimalText)
    .option('--min-price <price>', 'least price: bought tokens for each that is sold', decimalText)
    .option('--max-price <price>', 'highest price: sold tokens for each that is bought', decimalText)
    .option('--slippage <fraction>', 'largest loss against the quote when it is sent, 0 to 0.5', slippage)
    .option('--price-of <token>', 'send it when the price of this token is reached')
    .option('--above <price>', 'when the price is at or above', decimalText)
    .option('--below <price>', 'when the price is at or below', decimalText)
    .option(
      '--trail <distance>',
      'when the sold token has fallen so far from its highest price: 500bp, 5% or a price',
    )
    .option('--from-low', 'with --trail: when it has risen so far from its lowest price')
    .option('--activate <price>', 'with --trail: only once this price has been reached', decimalText)
    .option('--in <token>', 'what prices are counted in; USD by default')
    .option(
      '--from <time>',
      'not before: a time, UTC if it names no zone, or a duration from now',
      timeFrom(1),
    )
    .option('--until <time>', 'not at or after', timeFrom(1));
