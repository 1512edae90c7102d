import type { Order } from '../../../sdk/client/index.js';
import { hasEnded } from '../../../sdk/words/order.js';

/** Most orders that one request reads by their handles. */
const MOST_READ = 100;

/** Record of an owner's orders from one look to the next. */
export class Heard {
  /** Status of each order at the last look, by handle; undefined before the first. */
  #statuses: Map<string, Order['status']> | undefined;

  /** Handles of orders that were open at the last look and are not among these; as many as one request reads. */
  openBut(orders: readonly Order[]): readonly string[] {
    const known = new Set(orders.map(({ handle }) => handle));
    return [...(this.#statuses ?? [])]
      .filter(([handle, status]) => !hasEnded({ status }) && !known.has(handle))
      .map(([handle]) => handle)
      .slice(0, MOST_READ);
  }

  /** Takes what a look found. Returns the orders that have ended since the last one; none at the first. */
  take(orders: readonly Order[]): readonly Order[] {
    const before = this.#statuses;
    const ended = orders.filter((order) => hasEnded(order) && before?.get(order.handle) !== order.status);
    this.#statuses = new Map([
      ...(before ?? []),
      ...orders.map(({ handle, status }) => [handle, status] as const),
    ]);
    return before === undefined ? [] : ended;
  }
}
