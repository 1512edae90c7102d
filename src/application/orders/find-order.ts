import { parseClientOrderId, parseOrderUuid } from '../../domain/order/terms/draft-fields.js';
import type { Order } from '../../domain/order/order.js';
import type { OrderHandle, OrderUuid } from '../../domain/order/ids.js';
import type { Address } from '../../domain/shared/address.js';
import { shown } from '../../domain/shared/option-checks.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { OrderReads } from '../../ports/index.js';

/** No order has the reference, or this caller may not refer to the order by it. */
export interface OrderNotFound {
  readonly kind: 'order-not-found';
  /** Reference as the caller wrote it, not validated. */
  readonly ref: string;
}

const CLIENT_REF = 'client:';

/** Whether the text refers to an order by its clientOrderId, which is unique per owner only. */
export const isClientRef = (ref: string): boolean => ref.startsWith(CLIENT_REF);

/**
 * Finds the order with a reference: its handle, its uuid, or `client:` and the clientOrderId of one of the owner's orders. If
 * several orders had the clientOrderId one after another, finds the live one, or else the newest. A repeated request thus finds
 * the order that the first request ended.
 *
 * @throws TypeError for a reference that is not a text.
 */
export async function findOrder(
  orders: OrderReads,
  ref: string,
  owner?: Address,
): Promise<Result<Order, OrderNotFound>> {
  if (typeof ref !== 'string') throw new TypeError(`the name of an order must be a text, not ${shown(ref)}`);
  const uuid = parseOrderUuid(ref);
  const order = isClientRef(ref)
    ? await findByClientOrderId(orders, ref.slice(CLIENT_REF.length), owner)
    : uuid.ok && (await findByName(orders, uuid.value));
  return order ? ok(order) : err({ kind: 'order-not-found', ref });
}

/**
 * Finds an order by its handle, or else by its uuid. The handle takes precedence: handles are public, and anyone can sign an order
 * whose uuid is another order's handle.
 */
async function findByName(orders: OrderReads, name: OrderUuid): Promise<Order | undefined> {
  return (await orders.findByHandle(name as string as OrderHandle)) ?? orders.findById(name);
}

async function findByClientOrderId(orders: OrderReads, raw: string, owner: Address | undefined) {
  const id = parseClientOrderId(raw);
  if (!id.ok || owner === undefined) return undefined;
  const live = await orders.findLiveByClientOrderId(owner, id.value);
  return live ?? orders.findNewestByClientOrderId(owner, id.value);
}
