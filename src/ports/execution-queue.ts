import type { TriggerLevel, TriggerPair } from '../domain/order/conditions/rules.js';
import type { OrderUuid } from '../domain/order/ids.js';
import type { Retry } from '../domain/order/evaluation/retry-policy.js';

/** A lease on an order. */
export interface Claim {
  readonly uuid: OrderUuid;
  /** Executor that holds the order. */
  readonly claimant: string;
  /** Failed attempts, as the last retry counted them; 0 without one. */
  readonly attempts: number;
}

/** Waiting orders to claim, with the claimant and the duration of the claims. */
export interface ClaimRequest {
  readonly now: Date;
  /** The highest price level that each trigger key reaches now, each key once; keys that are left out reach none. */
  readonly reached: readonly TriggerLevel[];
  readonly limit: number;
  /** Duration of the claims, milliseconds. */
  readonly leaseMs: number;
  /** Unique among the executors on one database. */
  readonly claimant: string;
}

/** Due orders that are not sent, and that no executor works on. */
export interface DueCounts {
  /** Number of orders that the next claim may take. */
  readonly free: number;
  /** Number of orders whose last attempt failed and whose back-off is not over, by its reason. */
  readonly backingOff: ReadonlyMap<string, number>;
  /** Whether the limit let all of them be counted. */
  readonly isComplete: boolean;
}

/** Claims and back-offs to clear. */
export interface VoidClaims {
  readonly now: Date;
  /** Works on nothing that it has claimed. */
  readonly claimant: string;
  /** Later than any claim or back-off that was begun by now ends. */
  readonly latest: Date;
}

/**
 * The open orders that wait to be sent, and the leases on them. An order waits from the moment it is stored until a
 * swap of it is stored or it is no longer open; if it opens again, it waits again. The order repository keeps the queue
 * up to date, so that no caller has to.
 *
 * Claims are leases that expire on their own. They keep two executors from doing the same work; it is the stored swap,
 * not the claim, that ensures that an order is never sent twice. A claim and a retry stay with the order while its swap
 * is stored, and are deleted when the order is no longer open.
 */
export interface ExecutionQueue {
  /** The pairs that the conditions of waiting orders compare, each once, in no particular order. */
  triggerPairs(): Promise<readonly TriggerPair[]>;
  /**
   * Claims up to `limit` waiting orders that are inside their window and below the maximum age, whose back-off is over,
   * and whose price level is reached. Orders that became due first come first, ties by uuid: due since the end of
   * the last back-off, or else since creation or the start of the window, whichever was later. An order that another
   * claimant holds is skipped without waiting. The cost follows the number of orders that are due, not of those open.
   */
  claim(request: ClaimRequest): Promise<readonly Claim[]>;
  /**
   * Counts the waiting orders that are inside their window and below the maximum age, and whose price level is reached, without
   * claiming any. Reads up to `limit` orders that wait for their price, and up to `limit` that wait for the clock, those first
   * that wake first.
   */
  countDue(request: Pick<ClaimRequest, 'now' | 'reached' | 'limit'>): Promise<DueCounts>;
  /**
   * Returns the order to the queue, at once or after a back-off. Does nothing if another claimant has taken the order
   * over, or if it is no longer open.
   */
  release(claim: Pick<Claim, 'uuid' | 'claimant'>, retry?: Retry): Promise<void>;
  /**
   * Returns the orders to the queue that this claimant holds, and those whose claim or back-off ends after `latest`: a clock that
   * was ahead began it. Windows are left alone. Reads every order that waits for the clock.
   */
  free(request: VoidClaims): Promise<void>;
  /** Returns how the order's last attempt failed, if it did and the order has been open ever since. */
  retryOf(uuid: OrderUuid): Promise<Retry | undefined>;
  /** Up to `limit` waiting orders whose window is over or that are too old, in the order in which they ended, ties by uuid. */
  listExpired(now: Date, limit: number): Promise<readonly OrderUuid[]>;
  /** The next time after `now` at which a window opens, a back-off or a claim ends, or a waiting order expires. */
  nextWakeUp(now: Date): Promise<Date | undefined>;
}
