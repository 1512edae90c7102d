import { afterFailure, afterUnread, type Moment } from '../../../domain/order/evaluation/retry-policy.js';
import type { BalanceTurn } from '../../../ports/index.js';

/** Owners and tokens that are remembered; beyond, those are forgotten that were read longest ago. */
const REMEMBERED = 10_000;

/** Owners without a reading who may take the first share again, those who came last: a flood pushes its own orders to the end. */
const NEWEST = 4;
const NEWEST_PAUSE_MS = 1_000;

/** Last reading of what one owner may spend of one token. */
interface Known {
  /** Smallest units; undefined if it could not be read for want of a turn. */
  readonly units: bigint | undefined;
  /** Number of times in a row that it was too little, or could not be read; 0 after a reading that covered an order. */
  readonly times: number;
  /** Until then nothing is read for orders of the owner that have failed before. */
  readonly until: Date;
}

/** An owner whose funds were too little and are not read again before `until`; `units` is what there was. */
export interface StillShort {
  readonly units: bigint;
  readonly until: Date;
}

/**
 * Consequences of earlier readings of owners' funds for the next ones, in this process. Everyone can place orders of new, empty
 * wallets, and each costs a request to the node: so an owner who had enough is read for first, one of whom nothing is known by
 * a share of the allowance, and one who had too little by another, with pauses that grow by owner and not by order.
 */
export class OwnerFunds {
  private readonly known = new Map<string, Known>();
  private readonly newest: string[] = [];

  /** The turn of the next reading; or, unless the order is new, that there is none yet. */
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

  /** The funds covered an order. */
  covered(key: string, units: bigint): void {
    this.remember(key, { units, times: 0, until: new Date(0) });
  }

  /** The funds were too little: orders that have failed before wait until the time that is returned. */
  short(key: string, units: bigint, moment: Moment): Date {
    const last = this.known.get(key);
    const times = (last?.units === undefined ? 0 : last.times) + 1;
    const until = afterFailure(times - 1, 'insufficient-balance', moment).at;
    this.remember(key, { units, times, until });
    return until;
  }

  /** The share of such readings was used up: returns when to try again. What is known of the owner stays known. */
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
