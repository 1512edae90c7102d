import type { OrderUuid } from '../domain/order/ids.js';
import type { Trigger } from '../domain/order/trigger.js';

/** What a price trigger compares: one price, counted in another. */
export type WatchedPair = Pick<Trigger, 'conditionToken' | 'baseAsset'>;

/** What a pair is worth, as a trigger may take it: prices that are missing, stale or thin are not among them. */
export interface PairRatio extends WatchedPair {
  /** Greatest multiple of 10^-18 that the ratio reaches, times 10^18: every `gt` target up to it fires. */
  readonly floor: bigint;
  /** Smallest multiple of 10^-18 that is not below the ratio, times 10^18: every `lt` target from it on fires. */
  readonly ceiling: bigint;
}

/** An order that somebody has taken upon himself to send. */
export interface Claim {
  readonly uuid: OrderUuid;
  /** Attempts that ended without a swap on its way, since the count was last set back. */
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
 * Which open orders want to be sent, and who is at it. An order waits here from the moment it is stored until it is no
 * longer open or a swap of its own is stored; both are seen by the order's own repository and need no call.
 *
 * Claims are leases: whoever dies gives up his by the passing of time. They keep two executors from working on the same
 * order for nothing; that an order is never sent twice rests on the stored swap, not on them.
 */
export interface ExecutionQueue {
  /** The pairs that open orders watch, each once, in no particular order. Those with `*` are not among them. */
  watchedPairs(): Promise<readonly WatchedPair[]>;
  /**
   * Claims up to `limit` open orders whose window is open at `now`, whose back-off is over, and whose trigger fires: `*`,
   * or a target that one of the ratios reaches. Those that became due first come first. An order that another claimant
   * holds is passed over, without waiting for anybody. The cost follows what fires, not what is open.
   */
  claim(request: {
    readonly now: Date;
    readonly ratios: readonly PairRatio[];
    readonly limit: number;
    /** How long the claims hold, milliseconds. */
    readonly leaseMs: number;
    /** Unique among the executors on one database. */
    readonly claimant: string;
  }): Promise<readonly Claim[]>;
  /** Gives the order back: at once, or with a time before which nobody should try again. */
  release(uuid: OrderUuid, retry?: Retry): Promise<void>;
  /** The order's last failed attempt, if it has one that counts. */
  retryOf(uuid: OrderUuid): Promise<Retry | undefined>;
  /** Up to `limit` open orders whose `validTo` has passed or that are older than `createdBefore`. */
  listExpired(request: {
    readonly now: Date;
    readonly createdBefore: Date;
    readonly limit: number;
  }): Promise<readonly OrderUuid[]>;
  /** When the next window opens or closes, or the next back-off ends, after `now`. */
  nextEdge(now: Date): Promise<Date | undefined>;
}
