import type { OrderUuid } from '../domain/order/ids.js';
import type { PriceRatio, Trigger } from '../domain/order/trigger.js';
import type { ContractId } from '../domain/shared/contract-id.js';

/** What a price trigger compares: one price, counted in another. */
export interface WatchedPair {
  readonly conditionToken: ContractId;
  readonly baseAsset: Trigger['baseAsset'];
}

/** What a pair is worth, as a trigger may take it: prices that are missing, stale or thin are not among them. */
export interface PairRatio extends WatchedPair, PriceRatio {}

/** An order that somebody has taken upon himself to send. */
export interface Claim {
  readonly uuid: OrderUuid;
  /** Who holds it. */
  readonly claimant: string;
  /** Attempts that ended without a swap on its way, as the last retry counted them; 0 without one. */
  readonly attempts: number;
}

/** How an attempt ended that left the order open. */
export interface Retry {
  readonly attempts: number;
  /** Not before then. */
  readonly at: Date;
  /** Stable word, such as `no-route`. */
  readonly reason: string;
}

/**
 * Which open orders want to be sent, and who is at it. An order waits here from the moment it is stored until a swap of
 * its own is stored or it is no longer open; should it open again, it waits again. All of that is seen by the order's
 * own repository and needs no call.
 *
 * Claims are leases: whoever dies gives up his by the passing of time. They keep two executors from working on the same
 * order for nothing; that an order is never sent twice rests on the stored swap, not on them. A claim and a retry stay
 * with the order while its swap is stored, and are forgotten when it leaves the open state.
 */
export interface ExecutionQueue {
  /** The pairs that waiting orders watch, each once, in no particular order. Those with `*` are not among them. */
  watchedPairs(): Promise<readonly WatchedPair[]>;
  /**
   * Claims up to `limit` waiting orders that are inside their window and younger than their greatest age, whose
   * back-off is over, and whose trigger fires: `*`, or a target that one of the ratios reaches. Those that became due first come
   * first, ties by uuid: due since the end of the last back-off, or else since creation or the start of the window,
   * whichever was later. An order that another claimant holds is passed over, without waiting for anybody. The cost
   * follows what fires, not what is open.
   */
  claim(request: {
    readonly now: Date;
    /** Each pair once. */
    readonly ratios: readonly PairRatio[];
    readonly limit: number;
    /** How long the claims hold, milliseconds. */
    readonly leaseMs: number;
    /** Unique among the executors on one database. */
    readonly claimant: string;
  }): Promise<readonly Claim[]>;
  /**
   * Gives the order back: at once, or with a time before which nobody should try again. Does nothing if another
   * claimant has taken the order over, or if it is no longer open.
   */
  release(claim: Pick<Claim, 'uuid' | 'claimant'>, retry?: Retry): Promise<void>;
  /** How the order's last attempt failed, if it did and the order has been open ever since. */
  retryOf(uuid: OrderUuid): Promise<Retry | undefined>;
  /** Up to `limit` waiting orders that the clock has ended, those first that ended first, ties by uuid. */
  listExpired(now: Date, limit: number): Promise<readonly OrderUuid[]>;
  /** When, after `now`, the clock next lets a waiting order go, ends one, or takes one from its claimant. */
  nextEdge(now: Date): Promise<Date | undefined>;
}
