import type { OrderEvent } from '../../../domain/order/events.js';
import type { OrderUuid } from '../../../domain/order/ids.js';
import { isPast, type Order } from '../../../domain/order/order.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import type { StaleVersion, Transaction } from '../../../ports/index.js';
import { changeOrders } from '../../orders/change-order.js';
import { endOcoGroup } from '../../orders/oco-group.js';
import type { Move } from './swap-moves.js';

/** An order after some moves. */
export interface MovedOrder {
  readonly order: Order;
  /** Events of the moves; none if its state allowed none of them. */
  readonly events: readonly OrderEvent[];
  /** Whether one of the moves sent it. */
  readonly isSent: boolean;
}

/** Applies the moves that the order's state allows, in order. */
export const movedBy = (moves: readonly Move[], found: Order, now: Date): MovedOrder =>
  moves.reduce<MovedOrder>(
    (before, move) => {
      const moved = move(before.order, now);
      if (!moved.ok) return before;
      const { order, event } = moved.value;
      const isSent = before.isSent || (!isPast(order) && order.status === 'broadcasted');
      return { order, events: [...before.events, event], isSent };
    },
    { order: found, events: [], isSent: false },
  );

/** Stores the orders that have moved, and returns them with their new versions. */
export async function storeMoved(
  storage: Transaction,
  all: readonly MovedOrder[],
  now: Date,
): Promise<Result<ReadonlyMap<OrderUuid, Order>, StaleVersion>> {
  const moved = all.filter(({ events }) => events.length > 0);
  const changed = await changeOrders(storage, moved);
  if (changed.size < moved.length) return err({ kind: 'stale-version' });
  for (const { order, isSent } of moved) {
    const ended = isSent ? await endOcoGroup(storage, order.terms, now) : ok();
    if (!ended.ok) return ended;
  }
  return ok(new Map(moved.map(({ order }) => [order.terms.uuid, { ...order, version: order.version + 1 }])));
}
