import type { Order } from '../../src/domain/order/order.js';
import type { OrderBook } from '../support/order-book.js';

/**
 * The orders of a made-up book as those of an exchange that has run for days: placed up to now, a second apart, the open ones
 * waiting for a price or for their owner. None is due, and none is under way.
 */
export function quietBook(book: OrderBook, now: number): Pick<OrderBook, 'size' | 'order'> {
  const last = book.order(book.size - 1).createdAt.getTime();
  const moved = (date: Date) => new Date(date.getTime() + now - last);
  return {
    size: book.size,
    order: (n) => {
      const order = book.order(n);
      const createdAt = moved(order.createdAt);
      const { trigger, ...rest } = order.terms;
      const terms = {
        ...rest,
        ...(trigger && { trigger: { ...trigger, conditionToken: rest.outputToken } }),
      };
      if (order.status === 'open') return { ...order, terms, createdAt };
      return {
        terms,
        createdAt,
        version: 2,
        status: 'cancelled',
        cancelledAt: createdAt,
        cancelReason: 'owner',
      } satisfies Order;
    },
  };
}
