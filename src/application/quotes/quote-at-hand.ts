import { exceedsChain } from '../../domain/router/best-route.js';
import type { PlacedQuote } from '../../domain/order/lifecycle/lifecycle.js';
import type { OrderTerms } from '../../domain/order/order.js';
import type { MarketReader } from '../market/market.js';
import type { CoreSettings } from '../settings.js';
import { routesFor } from './quote-live.js';

/** Returns the quote of an order that is being placed, from what is in memory; undefined if that decides no quote. */
export type QuoteAtHand = (
  terms: Pick<OrderTerms, 'inputToken' | 'outputToken' | 'amountIn'>,
) => PlacedQuote | undefined;

/** Quotes without I/O, so that the intake of orders never waits for a quote and never fails by one. */
export const makeQuoteAtHand =
  (
    market: Pick<MarketReader, 'atHand'>,
    { reservesMaxAgeMs }: Pick<CoreSettings, 'reservesMaxAgeMs'>,
  ): QuoteAtHand =>
  ({ inputToken: tokenIn, outputToken: tokenOut, amountIn }) => {
    const known = market.atHand(reservesMaxAgeMs);
    if (known === undefined || tokenIn === tokenOut) return undefined;
    const { confirmed, open } = routesFor({ tokenIn, tokenOut, amountIn }, known);
    // An open route might give more, which only its vaults' contracts can tell.
    if (confirmed === undefined || open.length > 0 || exceedsChain(confirmed)) return undefined;
    const { amountOut } = confirmed;
    return { amountOut, ...(known.asOf !== undefined && { blockHeight: known.asOf.height }) };
  };
