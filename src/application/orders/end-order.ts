import type { OrderUuid } from '../../domain/order/ids.js';
import {
  cancelOrder,
  requestEnd,
  type OrderAlreadyBroadcast,
} from '../../domain/order/lifecycle/lifecycle.js';
import type { Order } from '../../domain/order/order.js';
import { isOverdue } from '../../domain/order/swap-transaction.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports, StaleVersion, StoragePorts } from '../../ports/index.js';
import type { CoreSettings } from '../settings.js';
import { changeOrder, runUntilCurrent } from './change-order.js';
import type { OrderNotFound } from './find-order.js';

/** Reason why an order cannot be ended. */
export type EndOrderError = OrderNotFound | OrderAlreadyBroadcast;

/** Times after which a swap is overdue. */
export type EndOrderSettings = Pick<CoreSettings, 'gapAfterMs' | 'stuckAfterMs'>;

/**
 * Cancels an open order for its owner; a final order is returned unchanged. An order whose swap is overdue keeps its status and is
 * `ending`: settlement uses up the swap's nonce, and the mined transaction decides whether the order is cancelled or confirmed.
 * Returns the order as stored afterwards.
 */
export const makeEndOrder =
  ({ clock, unitOfWork }: Pick<Ports, 'clock' | 'unitOfWork'>, settings: EndOrderSettings) =>
  (uuid: OrderUuid): Promise<Result<Order, EndOrderError>> =>
    runUntilCurrent<Order, EndOrderError>(unitOfWork, async (storage) => {
      const order = await storage.orders.findById(uuid);
      if (order === undefined) return err({ kind: 'order-not-found', ref: uuid });
      const move = cancelOrder(order, 'owner', clock.now());
      if (!move.ok) {
        const ended = await endUnderWay(storage, order, { now: clock.now(), settings });
        return ended ?? move;
      }
      return move.value.event === undefined ? ok(move.value.order) : changeOrder(storage, move.value);
    });

/** Marks an order whose swap is overdue as ending; undefined if a node has the swap, or if it has just been sent. */
async function endUnderWay(
  storage: StoragePorts,
  order: Order,
  { now, settings }: { readonly now: Date; readonly settings: EndOrderSettings },
): Promise<Result<Order, StaleVersion> | undefined> {
  if ('ending' in order && order.ending !== undefined) return ok(order);
  if (!isOverdue(await storage.swaps.listByOrder(order.terms.uuid), now, settings)) return undefined;
  const ending = requestEnd(order, now);
  return ending.ok ? changeOrder(storage, ending.value) : undefined;
}
