import type { StoredOrders } from '../domain/order/limits/quotas.js';
import type { Address } from '../domain/shared/address.js';

/** Orders of an owner on the UTC day that starts at `day`. Negative numbers take back what was added before. */
export interface PlacedOrders extends StoredOrders {
  readonly owner: Address;
  readonly day: Date;
}

/** Number and bytes of the orders that owners have stored. */
export interface OwnerUsage {
  /** The open orders of these owners; owners without open orders are left out. */
  open(owners: readonly Address[]): Promise<ReadonlyMap<Address, StoredOrders>>;
  /**
   * Adds to what owners have placed on a day, each owner and day once, and returns the sums in the same order. Concurrent units of
   * work for one owner wait for each other here, so `open` is exact afterwards.
   */
  addPlaced(placed: readonly PlacedOrders[]): Promise<readonly StoredOrders[]>;
  /** Deletes days that started before `day`. */
  deleteBefore(day: Date): Promise<void>;
}
