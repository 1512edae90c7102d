import { amendOrder, type AmendRefused } from '../../domain/order/lifecycle/amend.js';
import { exitsOf } from '../../domain/order/lifecycle/exits.js';
import type { Order, OrderTerms } from '../../domain/order/order.js';
import type { AnyOrder, InvalidOrder } from '../../domain/order/terms/draft.js';
import { isEntry } from '../../domain/order/terms/names.js';
import { isObject } from '../../domain/shared/fields.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports, Transaction } from '../../ports/index.js';
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
    return runUntilCurrent<Order, AmendRefused | InvalidOrder>(unitOfWork, async (storage) => {
      const order = await storage.orders.findById(uuid);
      const amended = amendOrder(order!, terms, clock.now());
      if (!amended.ok) return amended;
      if (amended.value.event === undefined) return ok(amended.value.order);
      const kept = await keepsExits(storage, terms);
      if (!kept.ok) return kept;
      const stored = await storage.orders.amend(amended.value.order);
      if (!stored.ok) return stored;
      await storage.events.append({ uuid, event: amended.value.event });
      return stored;
    });
  };

/** Checks that an entry still guarantees what its exits sell. */
async function keepsExits(storage: Transaction, terms: OrderTerms): Promise<Result<void, InvalidOrder>> {
  if (!isEntry(terms)) return ok();
  const plan = await storage.orders.listUncancelledByStrategy(terms.owner, terms.strategy.strategyId!);
  const sold = exitsOf({ terms }, plan).map((exit) => exit.terms.amountIn);
  const most = sold.reduce<bigint>((a, b) => (a > b ? a : b), 0n);
  if ((terms.minAmountOut ?? 0n) >= most) return ok();
  const message = `must be at least ${most}, which an exit of the order sells`;
  return err({ kind: 'invalid-order', problems: [{ field: 'minAmountOut', message }] });
}
