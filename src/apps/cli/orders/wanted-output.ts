import type { Token } from '../../../domain/market/registry.js';
import type { Client } from '../../../sdk/client/index.js';
import { decimal, units } from '../../../sdk/signing/index.js';
import { NO_ROUTE_WORDS } from '../no-route.js';
import { findToken } from '../service/tokens.js';
import { ofOption, UsageError } from '../usage-error.js';
import type { OrderTerms } from './term-options.js';

/** Terms of an order that say what is sold, or what is to be bought. */
export interface WantedTerms extends Omit<OrderTerms, 'sell'> {
  readonly sell?: string;
  /** Amount to buy, in whole tokens. */
  readonly buy?: string;
}

/** Options that `--buy` takes the place of, or whose orders are sent at another price than now. */
const NOT_WITH_BUY = {
  '--at-least': 'atLeast',
  '--min-price': 'minPrice',
  '--max-price': 'maxPrice',
  '--slippage': 'slippage',
  '--above': 'above',
  '--below': 'below',
  '--trail': 'trail',
  '--stop': 'stop',
  '--target': 'target',
  '--then-stop': 'thenStop',
  '--then-target': 'thenTarget',
  '--every': 'every',
  '--parts': 'parts',
} as const satisfies Readonly<Record<string, keyof WantedTerms>>;

/**
 * The terms with what is sold. With `--buy`, that is the least that buys the amount now, and the amount is the least to receive: an order
 * names its input.
 *
 * @throws UsageError that names the option.
 */
export async function withSale<T extends WantedTerms>(
  terms: T,
  client: Pick<Client, 'quotes'>,
  tokens: readonly Token[],
): Promise<T & OrderTerms> {
  const { sell, buy } = terms;
  if ((sell === undefined) === (buy === undefined)) throw new UsageError('give either --sell or --buy');
  if (buy === undefined) return { ...terms, sell: sell! };
  const other = Object.entries(NOT_WITH_BUY).find(([, name]) => terms[name] !== undefined);
  if (other !== undefined) throw new UsageError(`--buy and ${other[0]} do not go together`);
  const sold = ofOption('--of', () => findToken(terms.of, tokens, { ofSubnet: true }));
  const bought = ofOption('--for', () => findToken(terms.for, tokens, { ofSubnet: false }));
  const amountOut = ofOption('--buy', () => units(buy, bought));
  if (amountOut === '0') throw new UsageError('--buy: must be above 0');
  const quote = await client.quotes.get({
    tokenIn: sold.contractId,
    tokenOut: bought.contractId,
    amountOut,
  });
  if (quote.reason !== undefined)
    throw new UsageError(`--buy: no route: ${NO_ROUTE_WORDS[quote.reason] ?? quote.reason}`);
  return { ...terms, sell: decimal(quote.amountInExact, sold.decimals), atLeast: buy };
}
