import type { AnyOrder } from '../../domain/order/terms/draft.js';
import type { OrderInput } from '../../domain/order/terms/order-input.js';
import { placeOrder } from '../../domain/order/lifecycle/lifecycle.js';
import { sameTerms, type Order, type OrderTerms } from '../../domain/order/order.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { CoreSettings } from '../settings.js';
import type { Ports } from '../../ports/index.js';
import type { CheckOrder, Explaining, OrderExists, OrderRefused } from './check-order.js';
import type { QuoteAtHand } from '../quotes/quote-at-hand.js';
import { makeStoreOrder, type Conflict } from './store-orders.js';

/** Reason why an order was not stored. */
export type PlaceOrderError = OrderRefused | OrderExists | Exclude<Conflict, { kind: 'already-exists' }>;

/**
 * Stores a signed order. Placing the same order again returns the stored one, so a lost response may be retried. If the signature
 * is not the owner's, finds out why, unless told otherwise.
 */
export type PlaceOrder = (input: OrderInput, options?: Explaining) => Promise<Result<Order, PlaceOrderError>>;

/** Stores an order like `PlaceOrder`, from unchecked JSON: unknown fields are kept, known ones are checked. */
export type PlaceJson = (input: AnyOrder, options?: Explaining) => Promise<Result<Order, PlaceOrderError>>;

export const makePlaceOrder = (
  ports: Pick<Ports, 'orders' | 'unitOfWork'>,
  { check, quoteAtHand }: { readonly check: CheckOrder; readonly quoteAtHand: QuoteAtHand },
  { quotas }: Pick<CoreSettings, 'quotas'>,
): PlaceJson => {
  const store = makeStoreOrder(ports, quotas);
  return async (input, options) => {
    const checked = await check(input, options);
    if (!checked.ok) return checked;
    const { terms, now, stored } = checked.value;
    if (stored !== undefined) return ok(stored);
    const placed = await store(placeOrder(terms, now, quoteAtHand(terms)));
    if (placed.ok) return placed;
    // Whatever the conflict, the order may be stored already, and this is a retry.
    const first = await ports.orders.findById(terms.uuid);
    if (first === undefined) return refusedAs(placed.error, terms);
    if (sameTerms(first.terms, terms)) return ok(first);
    const again = await check(input, { explain: false, lookUp: true });
    return again.ok ? ok(again.value.stored ?? first) : again;
  };
};

function refusedAs(conflict: Conflict, { uuid }: OrderTerms): Result<never, PlaceOrderError> {
  if (conflict.kind === 'already-exists') throw new Error(`order ${uuid} exists and cannot be found`);
  return err(conflict);
}
