import type { NoRouteReason } from '../../domain/router/quote.js';

/** Words for the reasons why there is no route. A reason that another server version gives is printed unchanged. */
export const NO_ROUTE_WORDS: Readonly<Record<string, string>> = {
  'same-token': 'both tokens are the same one',
  'unknown-token': 'a token is neither listed nor in any vault',
  'no-route': 'no vaults join the two tokens',
  'amount-too-small': 'the amount is too small to buy a unit; sell more',
  'insufficient-liquidity': 'the vaults hold too little for this amount',
} satisfies Readonly<Record<NoRouteReason, string>>;
