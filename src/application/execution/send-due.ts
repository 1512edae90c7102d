import type { TriggerLevel } from '../../domain/order/conditions/rules.js';
import type { Moment, Outage } from '../../domain/order/retry-policy.js';
import type { Claim, Ports } from '../../ports/index.js';
import { makeAttemptOrder, type AttemptOutcome } from './attempt-order.js';
import type { ChainWatch } from './chain-watch.js';
import { openFunds } from './funds.js';
import { inParallel } from './in-parallel.js';
import type { NoteWaiting } from './note-waiting.js';
import type { SendSwap } from './send-swap.js';

/** Who claims, as of when, and for how long. */
export interface ClaimTerms {
  readonly now: Date;
  /** Milliseconds. */
  readonly leaseMs: number;
  readonly claimant: string;
}

export interface Sending {
  /** Orders by what became of the attempt to send them. */
  readonly attempts: Readonly<Partial<Record<AttemptOutcome, number>>>;
  /** What was left undone: nothing, more of the same, what the chain held up, what has to wait for a block. */
  readonly left: 'none' | 'more' | 'outage' | 'in-flight';
}

/** Sends what fires at these levels until nothing does, something is in the way of all, or enough was done for once. */
export type SendDue = (reached: readonly TriggerLevel[]) => Promise<Sending>;

/** Orders claimed at a time, and how many of them are worked on side by side. */
const BATCH = 100;
const WIDTH = 16;
const MAX_BATCHES = 100;

interface Needs extends Pick<Ports, 'balances' | 'clock' | 'orders' | 'executionQueue'> {
  readonly sendSwap: SendSwap;
  readonly noteWaiting: NoteWaiting;
  readonly chain: ChainWatch;
  readonly claimTerms: () => ClaimTerms;
  readonly moment: () => Moment;
}

export const makeSendDue = (needs: Needs): SendDue => {
  const { balances, clock, executionQueue, chain, claimTerms, moment } = needs;
  const attempt = makeAttemptOrder(needs);

  return async (reached) => {
    const attempts: Partial<Record<AttemptOutcome, number>> = {};
    let full = false;
    const pass = {
      moment,
      funds: openFunds(balances),
      outage: (how: Outage) => chain.lost(how, moment()),
      tooMany: () => void (full = true),
    };
    const obstacle = () =>
      chain.lostUntil(clock.now()) !== undefined ? 'outage' : full ? 'in-flight' : undefined;
    const work = async (claim: Claim, terms: ClaimTerms) => {
      if (obstacle() !== undefined || isLate(terms, clock.now())) return executionQueue.release(claim);
      const outcome = await attempt(claim, pass);
      attempts[outcome] = (attempts[outcome] ?? 0) + 1;
    };
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const terms = claimTerms();
      const claims = await executionQueue.claim({ ...terms, reached, limit: BATCH });
      if (claims.length === 0) return { attempts, left: 'none' };
      await inParallel(claims, WIDTH, (claim) => work(claim, terms));
      const left = obstacle();
      if (left !== 'outage') chain.reached();
      if (left !== undefined) return { attempts, left };
    }
    return { attempts, left: 'more' };
  };
};

/** In its second half a claim may run out over the work. */
const isLate = ({ now, leaseMs }: ClaimTerms, at: Date) => at.getTime() - now.getTime() > leaseMs / 2;
