import { assetsOf } from '../../../domain/market/assets.js';
import { checkOffer } from '../../../domain/order/evaluation/own-bounds.js';
import type { OpenOrder } from '../../../domain/order/order.js';
import { isConfirmed } from '../../../domain/router/candidates.js';
import { quoteRoute } from '../../../domain/router/quote.js';
import type { Ports } from '../../../ports/index.js';
import type { MarketReader } from '../../market/market.js';
import type { CoreSettings } from '../../settings.js';
import type { OfferMissed } from './market-miss.js';

/**
 * Returns the miss if recent reserves already show that the market does not pay what the order accepts; otherwise undefined. All
 * orders of a pass share one read of the market, whereas each attempt reads the owner's balance and the route's vaults.
 */
export type GlanceAtMarket = (order: OpenOrder) => Promise<OfferMissed | undefined>;

interface Needs extends Pick<Ports, 'clock'> {
  readonly market: Pick<MarketReader, 'read'>;
}

export const makeGlanceAtMarket =
  ({ clock, market }: Needs, { reservesMaxAgeMs }: Pick<CoreSettings, 'reservesMaxAgeMs'>): GlanceAtMarket =>
  async ({ terms, sending }) => {
    // A swap of the order is stored already, and settlement decides about it.
    if (sending !== undefined) return undefined;
    const read = await market.read(reservesMaxAgeMs);
    if (!read.ok) return undefined;
    const { router, tokens, registry } = read.value;
    const swap = { tokenIn: terms.inputToken, tokenOut: terms.outputToken, amountIn: terms.amountIn };
    const quote = quoteRoute(swap, { router, tokens, assetOf: assetsOf(registry), now: clock.now() });
    if (!quote.ok) return undefined;
    const { route, priceImpact } = quote.value;
    // In an unconfirmed route, a vault that only its contract can quote counts with its maximum possible output, so the price
    // impact is unknown.
    const offer = { amountOut: route.amountOut, priceImpact: isConfirmed(route) ? priceImpact : 0 };
    const accepted = checkOffer(terms, { ...offer, protected: true }, 'executor');
    return accepted.ok || accepted.error.kind === 'unprotected-route' ? undefined : accepted.error;
  };
