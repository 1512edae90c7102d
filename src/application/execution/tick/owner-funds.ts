import { afterFailure, afterUnread, type Moment } from '../../../domain/order/evaluation/retry-policy.js';
import type { BalanceTurn } from '../../../ports/index.js';

/** Maximum number of readings to remember, one per owner and token. The oldest are forgotten first. */
const REMEMBERED = 10_000;

/**
 * Number of owners without a reading who may use the share for first readings again: the ones who came last. A flood of orders
 * thus pushes its own orders to the end.
 */
const NEWEST = 4;
const NEWEST_PAUSE_MS = 1_000;

/** Last reading of how much of one token an owner may spend. */
interface Known {
  /** Amount in smallest units; undefined if no turn for a reading was left. */
  readonly units: bigint | undefined;
  /** Number of consecutive readings that were too low or failed; 0 after one that covered an order. */
  readonly times: number;
  /** Time before which nothing is read for those of the owner's orders that have failed before. */
  readonly until: Date;
}

/** An owner whose funds were insufficient and are not read again before `until`; `units` is the last balance. */
export interface StillShort {
  readonly units: bigint;
  readonly until: Date;
}

/**
 * Schedule of reading owners' funds in this process, by their earlier readings. Anyone can place orders of new, empty wallets,
 * each of which costs a request to the node. Therefore owners who had enough come first. Owners not read before have a share of
 * the allowance, and owners who had too little have another share, with pauses that grow by owner and not by order.
 */
export class OwnerFunds {
  private readonly known = new Map<string, Known>();
  private readonly newest: string[] = [];

  /** Returns the turn of the next reading; for an order that is not new, possibly that its owner is still short and is not read yet. */
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

  /** Notes that the share for such a reading was used up. An earlier reading stays valid. Returns the time to try again. */
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
