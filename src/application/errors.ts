import type { ExecuteOrderError } from './execution/execute-order.js';
import type { CancelOrderError } from './orders/cancel-order.js';
import type { PlaceOrderError } from './orders/place-order.js';
import type { InvalidOwner } from './orders/read-orders.js';
import type { QuoteRouteError } from './quotes/quote-route.js';

/** Every expected outcome that is not the wished one. Whoever shows them to people must know them all. */
export type CoreError =
  PlaceOrderError | CancelOrderError | ExecuteOrderError | InvalidOwner | QuoteRouteError;
