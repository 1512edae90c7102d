import type { OrderUuid } from '../../domain/order/ids.js';
import {
  cancelOrder,
  requestEnd,
  type OrderAlreadyBroadcast,
} from '../../domain/order/lifecycle/lifecycle.js';
import type { Ending, Order } from '../../domain/order/order.js';
import { isOverdue } from '../../domain/order/swap-transaction.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
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
 * While the database is displaced, any open order is `ending`, since it may have a swap that the database has lost.
 * Returns the order as stored afterwards.
 */
export const makeEndOrder =
  (
    { clock, unitOfWork }: Pick<Ports, 'clock' | 'unitOfWork'>,
    settings: EndOrderSettings,
    reason: Ending = 'owner',
  ) =>
  (uuid: OrderUuid): Promise<Result<Order, EndOrderError>> =>
    runUntilCurrent<Order, EndOrderError>(unitOfWork, async (storage) => {
      const order = await storage.orders.findById(uuid);
      if (order === undefined) return err({ kind: 'order-not-found', ref: uuid });
      const now = clock.now();
      const move = cancelOrder(order, reason, now);
      if (move.ok) {
        const { value: cancelled } = move;
        if (cancelled.event === undefined) return ok(cancelled.order);
        if ((await storage.databaseHome.displaced()) === undefined) return changeOrder(storage, cancelled);
      }
      if ('ending' in order && order.ending !== undefined) return ok(order);
      if (!move.ok && !isOverdue(await storage.swaps.listByOrder(uuid), now, settings)) return move;
      const ending = requestEnd(order, now, reason);
      return ending.ok ? changeOrder(storage, ending.value) : ok(order);
    });
