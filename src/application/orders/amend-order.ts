import { amendOrder, type AmendRefused } from '../../domain/order/lifecycle/amend.js';
import type { Order } from '../../domain/order/order.js';
import type { AnyOrder } from '../../domain/order/terms/draft.js';
import { isObject } from '../../domain/shared/fields.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
import { runUntilCurrent } from './change-order.js';
import { findOrder, type OrderNotFound } from './find-order.js';
import type { CheckAmendment, OrderRefused } from './check-order.js';

/** Reason why an order is not amended. */
export type AmendOrderError = OrderNotFound | OrderRefused | AmendRefused;

/**
 * Replaces what the order's own signature does not pin: trigger, window, bounds and guards, by terms that its owner has signed as a
 * whole, with a higher `revision`. The order's own signature and metadata stay as they are and need not be sent. Repeating an amendment returns the order.
 */
export type AmendOrder = (ref: string, input: AnyOrder) => Promise<Result<Order, AmendOrderError>>;

export const makeAmendOrder =
  (
    { clock, orders, unitOfWork }: Pick<Ports, 'clock' | 'orders' | 'unitOfWork'>,
    check: CheckAmendment,
  ): AmendOrder =>
  async (ref, input) => {
    const found = await findOrder(orders, ref);
    if (!found.ok) return found;
    const { uuid, signature, metadata } = found.value.terms;
    if (!isObject(input) || input['termsSignature'] === undefined)
      return err({ kind: 'terms-signature-required' });
    const checked = await check(found.value, { ...(metadata && { metadata }), ...input, signature });
    if (!checked.ok) return checked;
    const { terms } = checked.value;
    return runUntilCurrent<Order, AmendRefused>(unitOfWork, async (storage) => {
      const order = await storage.orders.findById(uuid);
      const amended = amendOrder(order!, terms, clock.now());
      if (!amended.ok) return amended;
      if (amended.value.event === undefined) return ok(amended.value.order);
      const stored = await storage.orders.amend(amended.value.order);
      if (!stored.ok) return stored;
      await storage.events.append({ uuid, event: amended.value.event });
      return stored;
    });
  };
