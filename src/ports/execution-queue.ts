import type { TriggerLevel, TriggerPair } from '../domain/order/conditions/rules.js';
import type { OrderUuid } from '../domain/order/ids.js';
import type { Retry } from '../domain/order/evaluation/retry-policy.js';

/** A lease on an order. */
export interface Claim {
  readonly uuid: OrderUuid;
  /** Executor that holds the order. */
  readonly claimant: string;
  /** Number of failed attempts according to the last retry; 0 if there was none. */
  readonly attempts: number;
  /** Time at which the order became due, as `claim` orders by it. */
  readonly dueAt: Date;
}

/** Waiting orders to claim, with the claimant and the duration of the claims. */
export interface ClaimRequest {
  readonly now: Date;
  /** The highest price level that each trigger key reaches now, each key once; absent keys reach none. */
  readonly reached: readonly TriggerLevel[];
  readonly limit: number;
  /** Duration of the claims, milliseconds. */
  readonly leaseMs: number;
  /** Unique among the executors on one database. */
  readonly claimant: string;
}

/** Due orders that are not sent, and that no executor is working on. */
export interface DueCounts {
  /** Number of orders that the next claim may take. */
  readonly free: number;
  /** Number of orders whose last attempt failed and whose back-off is not over, by its reason. */
  readonly backingOff: ReadonlyMap<string, number>;
  /** Whether the limit was high enough for all orders to be counted. */
  readonly isComplete: boolean;
}

/** An executor that is at work. */
export interface Presence {
  readonly claimant: string;
  readonly now: Date;
  /** Time from which the executor is taken for dead, unless it checks in again. */
  readonly until: Date;
}

/** Claims and back-offs to clear. */
export interface VoidClaims {
  readonly now: Date;
  /** Claimant that works on none of its claims. */
  readonly claimant: string;
  /** Later than the end of any claim or back-off that began by now. */
  readonly latest: Date;
}

/**
 * The open orders that wait to be sent, and the leases on them. An order waits from the moment it is stored until one of its
 * swaps is stored or it is no longer open; if it opens again, it waits again. The order repository keeps the queue up to date.
 *
 * Claims are leases that expire on their own. They keep two executors from doing the same work, but only the stored swap ensures
 * that an order is never sent twice. A claim and a retry stay with the order while its swap is stored, and are deleted when the
 * order is no longer open.
 */
export interface ExecutionQueue {
  /** The pairs in the conditions of waiting orders, each once, in no particular order, and perhaps of orders that have waited. */
  triggerPairs(): Promise<readonly TriggerPair[]>;
  /**
   * Claims up to `limit` waiting orders that are inside their window and below the maximum age, that their owner has not ended,
   * whose back-off is over, and whose price level is reached. The orders that became due first come first, ties by uuid. An order becomes due at the end of its last
   * back-off or, without one, at its creation or the start of its window, whichever is later. An order held by another claimant is
   * skipped without waiting. The cost depends on the number of due orders, not of open ones.
   */
  claim(request: ClaimRequest): Promise<readonly Claim[]>;
  /**
   * Counts the waiting orders that are inside their window and below the maximum age, and whose price level is reached, without
   * claiming any. Reads up to `limit` orders that wait for their price, and up to `limit` that wait for the clock, earliest
   * first.
   */
  countDue(request: Pick<ClaimRequest, 'now' | 'reached' | 'limit'>): Promise<DueCounts>;
  /**
   * Returns the order to the queue, at once or after a back-off. Does nothing if another claimant has taken over the order, or if
   * it is no longer open.
   */
  release(claim: Pick<Claim, 'uuid' | 'claimant'>, retry?: Retry): Promise<void>;
  /**
   * Returns to the queue the orders of this claimant, and all orders whose claim or back-off ends after `latest`: it must have
   * begun while a clock was ahead. Windows are left unchanged. Reads every order that waits for the clock.
   */
  free(request: VoidClaims): Promise<void>;
  /** Notes that this executor is at work. Returns the claimants of all that are, in the same order for each of them. */
  checkIn(presence: Presence): Promise<readonly string[]>;
  /** Returns the failure of the order's last attempt, if it failed and the order has been open ever since. */
  retryOf(uuid: OrderUuid): Promise<Retry | undefined>;
  /**
   * Up to `limit` waiting orders whose window is over, that are too old or that their owner has ended, in the order of `endsAt`,
   * ties by uuid.
   */
  listExpired(now: Date, limit: number): Promise<readonly OrderUuid[]>;
  /** The next time after `now` at which a window opens, a back-off or a claim ends, or a waiting order expires. */
  nextWakeUp(now: Date): Promise<Date | undefined>;
}
