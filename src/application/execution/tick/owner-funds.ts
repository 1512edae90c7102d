import { afterFailure, afterUnread, type Moment } from '../../../domain/order/evaluation/retry-policy.js';
import type { BalanceTurn } from '../../../ports/index.js';

/** Number of remembered owners and tokens; beyond it, those read longest ago are forgotten. */
const REMEMBERED = 10_000;

/** Owners without a reading who may take the first share again, last come first: a flood pushes its own orders to the end. */
const NEWEST = 4;
const NEWEST_PAUSE_MS = 1_000;

/** Last reading of how much of one token an owner may spend. */
interface Known {
  /** Smallest units; undefined if no turn for a reading was left. */
  readonly units: bigint | undefined;
  /** Number of consecutive readings that were too low or failed; 0 after one that covered an order. */
  readonly times: number;
  /** Until then, nothing is read for the owner's orders that have failed before. */
  readonly until: Date;
}

/** An owner whose funds were insufficient and are not read again before `until`; `units` is the last balance. */
export interface StillShort {
  readonly units: bigint;
  readonly until: Date;
}

/**
 * Schedule of reading owners' funds in this process, by their earlier readings. Anyone can place orders of new, empty wallets,
 * and each costs a request to the node. So owners who had enough come first; unknown ones have a share of the allowance; those
 * who had too little have another, with pauses that grow by owner and not by order.
 */
export class OwnerFunds {
  private readonly known = new Map<string, Known>();
  private readonly newest: string[] = [];

  /** The turn of the next reading; if the order is not new, possibly that there is none yet. */
  turnOf(
    key: string,
    { amount, isNew, now }: { readonly amount: bigint; readonly isNew: boolean; readonly now: Date },
  ): BalanceTurn | StillShort {
    const last = this.known.get(key);
    if (last === undefined) return 'first';
    const { units, until } = last;
    if (units === undefined) return this.newest.includes(key) ? 'first' : 'again';
    if (units >= amount) return 'swap';
    // The owner may have deposited what a new order needs.
    if (isNew) return 'first';
    return now < until ? { units, until } : 'again';
  }

  /** Notes that the funds covered an order. */
  covered(key: string, units: bigint): void {
    this.remember(key, { units, times: 0, until: new Date(0) });
  }

  /** Notes that the funds were insufficient. Orders that have failed before wait until the returned time. */
  short(key: string, units: bigint, moment: Moment): Date {
    const last = this.known.get(key);
    const times = (last?.units === undefined ? 0 : last.times) + 1;
    const until = afterFailure(times - 1, 'insufficient-balance', moment).at;
    this.remember(key, { units, times, until });
    return until;
  }

  /** Notes that the share of such readings was used up, which leaves earlier readings valid. Returns when to try again. */
  unread(key: string, moment: Moment): Date {
    const last = this.known.get(key);
    if (last?.units !== undefined) return afterUnread(1, moment);
    if (last === undefined) {
      this.newest.push(key);
      if (this.newest.length > NEWEST) this.newest.shift();
    }
    const times = (last?.times ?? 0) + 1;
    const isNewest = this.newest.includes(key);
    const until = isNewest ? new Date(moment.now.getTime() + NEWEST_PAUSE_MS) : afterUnread(times, moment);
    this.remember(key, { units: undefined, times: isNewest ? 0 : times, until });
    return until;
  }

  private remember(key: string, known: Known): void {
    this.known.delete(key);
    this.known.set(key, known);
    const [oldest] = this.known.size > REMEMBERED ? this.known.keys() : [];
    if (oldest !== undefined) this.known.delete(oldest);
  }
}
