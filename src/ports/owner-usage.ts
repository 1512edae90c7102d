import type { StoredOrders } from '../domain/order/limits/quotas.js';
import type { Address } from '../domain/shared/address.js';

/** Number and bytes of the orders that owners have stored. */
export interface OwnerUsage {
  /** The owner's open orders. */
  open(owner: Address): Promise<StoredOrders>;
  /**
   * Adds to what the owner placed on the day that starts at `day`, and returns the sum. Concurrent units of work for one owner
   * wait for each other here, so `open` is exact afterwards.
   */
  addPlaced(owner: Address, day: Date, placed: StoredOrders): Promise<StoredOrders>;
  /** Deletes days that started before `day`. */
  deleteBefore(day: Date): Promise<void>;
}
