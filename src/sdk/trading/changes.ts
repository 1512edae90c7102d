import { defined } from '../../domain/shared/fields.js';
import type { NamedChanges } from '../client/orders/named-terms.js';
import { refuseUnknownFields } from '../signing/known-fields.js';
import { decimal, limitOrder, type TermChanges } from '../signing/index.js';
import { hasPriceTrigger, type Terms } from '../words/order.js';
import { leastOf, limitOf } from './orders.js';
import { fractionText, levelPrice, trailDistance, type Deal, type Priced } from './prices.js';
import { requireObject, TermsError } from './terms-error.js';
import { tokenNamed } from './tokens.js';

/** Names of the terms that change. */
const CHANGES = [
  'price',
  'percentFromMarket',
  'fallsFromHigh',
  'atLeast',
  'slippage',
  'maxPriceImpact',
  'window',
] as const satisfies readonly (keyof NamedChanges)[];

/** New terms of an open order, to be signed. Terms that are not named stay. @throws TermsError, and SigningError. */
export function changesOf(order: Terms, changes: NamedChanges, deal: Deal): TermChanges {
  requireObject('changes', changes);
  refuseUnknownFields('a change of an order', changes, CHANGES);
  const { window = {}, maxPriceImpact: most } = changes;
  requireObject('window', window);
  if (Object.keys(defined(changes)).length === 0)
    throw new TermsError('price', `name what changes: ${CHANGES.join(', ')}`);
  const { sell, buy } = deal;
  const made = limitOrder({
    ...{ sell, buy, amount: decimal(order.amountIn, sell.decimals), window: defined(window) },
    ...boundOf(order, changes, deal),
    ...trailOf(order, changes, deal),
  });
  const hasBound = changes.atLeast !== undefined || (isLimit(order) && hasLevel(changes));
  return defined({
    minAmountOut: hasBound ? made.minAmountOut : undefined,
    slippage: changes.slippage && made.slippage,
    trail: changes.fallsFromHigh === undefined ? undefined : made.trail,
    targetPrice: !isLimit(order) && hasLevel(changes) ? levelOf(order, changes, deal) : undefined,
    validFrom: window.from && made.validFrom,
    validTo: window.to && made.validTo,
    maxPriceImpact: most && fractionText('maxPriceImpact', most),
  });
}

const hasLevel = ({ price, percentFromMarket }: NamedChanges): boolean =>
  (price ?? percentFromMarket) !== undefined;

const isLimit = (order: Terms): boolean => !hasPriceTrigger(order);

function boundOf(order: Terms, changes: NamedChanges, deal: Deal) {
  const { price, percentFromMarket, atLeast, slippage } = changes;
  if (!isLimit(order) || !hasLevel(changes)) return leastOf({ atLeast, slippage });
  if (slippage !== undefined) throw new TermsError('slippage', 'a limit has none: its price is the bound');
  return limitOf({ price, atLeast, percentFromMarket }, deal);
}

/** Price of the trigger, on its side of the market if it is the price of the sold token. */
function levelOf(order: Terms, { price, percentFromMarket }: NamedChanges, deal: Deal): string {
  if (order.trail !== undefined)
    throw new TermsError(
      price === undefined ? 'percentFromMarket' : 'price',
      'a trailing stop has no price of its own: give fallsFromHigh',
    );
  const { sell } = deal;
  const priced = pricedBy(order, deal);
  const isOfSold = priced.token.contractId === (sell.base ?? sell.contractId);
  const side = order.direction === 'lt' ? 'below' : 'above';
  return levelPrice('', { price, percentFromMarket }, { deal, priced, ...(isOfSold && { side }) });
}

function trailOf(order: Terms, { fallsFromHigh: distance }: NamedChanges, deal: Deal) {
  if (distance === undefined) return {};
  if (order.trail === undefined)
    throw new TermsError('fallsFromHigh', 'only a trailing stop has a distance: give price');
  const priced = pricedBy(order, deal);
  const fallsFromHigh = trailDistance('fallsFromHigh', distance, { deal, priced });
  return { when: { token: priced.token, ...defined({ in: priced.in }), fallsFromHigh } };
}

/** Token and unit of the order's trigger. */
function pricedBy({ conditionToken, baseAsset = 'USD' }: Terms, { tokens }: Deal): Priced {
  const token = tokenNamed('price', conditionToken, tokens);
  if (baseAsset === 'USD') return { token, unit: baseAsset };
  const { contractId, symbol } = tokenNamed('price', baseAsset, tokens);
  return { token, unit: symbol, in: contractId };
}
