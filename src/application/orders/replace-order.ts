import { cancelOrder } from '../../domain/order/lifecycle/lifecycle.js';
import type { OrderHandle } from '../../domain/order/ids.js';
import type { OrderTerms } from '../../domain/order/order.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { StaleVersion, Transaction } from '../../ports/index.js';
import { changeOrder, untilCurrent } from './change-order.js';

/** The order that a new one replaces cannot be cancelled, so the new one is not stored. */
export interface NotReplaced {
  readonly kind: 'not-replaced';
  readonly replaces: OrderHandle;
  /** `displaced`: the database went back, so the order may have a swap that the database has lost. */
  readonly reason: 'order-not-found' | 'order-not-open' | 'order-already-broadcast' | 'displaced';
}

/** Terms that name the order which they replace. */
export type ReplacingTerms = OrderTerms & Required<Pick<OrderTerms, 'replaces'>>;

/**
 * Cancels the order that new terms replace, in the unit of work that stores them. An order of another owner counts as not found.
 */
export const endReplaced = (
  storage: Transaction,
  { owner, replaces }: ReplacingTerms,
  now: Date,
): Promise<Result<void, NotReplaced>> =>
  // A commit of another process between reading and writing shows at the next reading, also inside a transaction.
  untilCurrent<void, NotReplaced>(async (): Promise<Result<void, NotReplaced | StaleVersion>> => {
    const refuse = (reason: NotReplaced['reason']) =>
      err({ kind: 'not-replaced' as const, replaces, reason });
    const order = await storage.orders.findByHandle(replaces);
    if (order?.terms.owner !== owner) return refuse('order-not-found');
    const cancelled = cancelOrder(order, 'replaced', now);
    if (!cancelled.ok) return refuse(cancelled.error.kind);
    if (cancelled.value.event === undefined) return refuse('order-not-open');
    if ((await storage.databaseHome.displaced()) !== undefined) return refuse('displaced');
    const changed = await changeOrder(storage, cancelled.value);
    return changed.ok ? ok() : changed;
  });
