/**
 * Orders whose tokens are named by symbol: terms as people write them, made into orders to sign. `sluice/client` loads it when it is
 * first used, so that clients that only read stay small.
 */
export { isAll, wholeAmount } from './amounts.js';
export { changeOrder } from './change-order.js';
export { changesOf } from './changes.js';
export { readMarket } from './market.js';
export { promisedBy } from './promised.js';
export { ordersOf, pricedOf } from './orders.js';
export { placeOrders } from './place.js';
export { levelPrice, marketPrice, priceText, type Deal, type Priced } from './prices.js';
export { signedFor, type SigningFacts } from './signed.js';
export { TermsError } from './terms-error.js';
export { heldToken, tokenNamed } from './tokens.js';
