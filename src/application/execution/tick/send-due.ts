import type { TriggerLevel } from '../../../domain/order/conditions/rules.js';
import { afterFailure, type Retry, type Moment } from '../../../domain/order/evaluation/retry-policy.js';
import type { Claim, Ports } from '../../../ports/index.js';
import { inParallel } from '../../shared/in-parallel.js';
import type { Attempt, AttemptOrder } from './attempt-order.js';
import type { CircuitBreaker } from './circuit-breaker.js';
import { makeReadSpendable, openFunds } from './funds.js';
import { OwnerFunds } from './owner-funds.js';
import { isLate, type LeaseTerms } from './lease.js';

/** Result of the sending part of a pass. */
export interface Sending {
  /** Number of attempts that ended with each outcome. */
  readonly attempts: Readonly<Partial<Record<Attempt['outcome'], number>>>;
  /** Remaining work: none, more due orders, or orders blocked by an outage, a doubtful clock, a block or the operator. */
  readonly left: 'none' | 'more' | 'outage' | 'clock' | 'in-flight' | 'stopped';
}

/** Number of orders claimed at a time. */
const BATCH = 100;
const MAX_BATCHES = 100;
/**
 * Number of orders attempted concurrently: few at first, since what fails at an outage or at the end of the request allowance has
 * cost its requests in vain; twice as many after as many attempts without an obstacle.
 */
const FIRST_WIDTH = 16;
const MOST_WIDTH = 128;

interface Needs extends Pick<Ports, 'balances' | 'chain' | 'clock' | 'executionQueue' | 'swaps'> {
  readonly attempt: AttemptOrder;
  readonly breaker: CircuitBreaker;
  readonly lease: () => LeaseTerms;
  readonly moment: () => Moment;
}

/** Sends the orders triggered by these price levels, part by part, until none is left, all are blocked, or the pass has sent enough. */
export const makeSendDue = (needs: Needs) => {
  const { attempt, balances, breaker, chain, clock, executionQueue, lease, moment, swaps } = needs;
  const owners = new OwnerFunds();
  return async (parts: readonly (readonly TriggerLevel[])[]): Promise<Sending> => {
    const unsent = [...parts];
    const attempts: Partial<Record<Attempt['outcome'], number>> = {};
    const funds = openFunds(makeReadSpendable({ balances, chain, swaps }), { owners, moment });
    let obstacleToAll: 'in-flight' | 'stopped' | undefined;

    const blocked = () => (breaker.openUntil(clock.now()) !== undefined ? 'outage' : obstacleToAll);

    const retryOf = (claim: Claim, { obstacle, outcome, retry }: Attempt): Retry | undefined => {
      if (obstacle === undefined) return retry;
      if (obstacle === 'in-flight' || obstacle === 'stopped') {
        obstacleToAll = obstacle;
        return retry;
      }
      return { attempts: claim.attempts, at: breaker.trip(obstacle, moment()), reason: outcome };
    };

    const work = async (claim: Claim, terms: LeaseTerms): Promise<void> => {
      if (blocked() !== undefined || isLate(terms, clock.now())) return executionQueue.release(claim);
      try {
        const ended = await attempt(claim, funds);
        // An order that is sent has left the queue.
        if (ended.outcome !== 'sent') await executionQueue.release(claim, retryOf(claim, ended));
        attempts[ended.outcome] = (attempts[ended.outcome] ?? 0) + 1;
      } catch (error) {
        // Whatever the error, the order must not be due again at once, because others wait behind it.
        await executionQueue.release(claim, afterFailure(claim.attempts, 'internal', moment()));
        throw error;
      }
    };

    const claimNext = async (terms: LeaseTerms): Promise<readonly Claim[]> => {
      for (let reached = unsent[0]; reached !== undefined; unsent.shift(), reached = unsent[0]) {
        const claims = await executionQueue.claim({ ...terms, reached, limit: BATCH });
        if (claims.length > 0) return claims;
      }
      return [];
    };

    let left: Sending['left'] = 'more';
    /** Claims orders as they are needed. */
    async function* claimed() {
      for (let batch = 0; batch < MAX_BATCHES && blocked() === undefined; batch++) {
        const terms = lease();
        const claims = await claimNext(terms);
        if (claims.length === 0) left = 'none';
        if (claims.length === 0) return;
        for (const claim of claims) yield { claim, terms };
      }
    }

    let [width, ended] = [FIRST_WIDTH, 0];
    const widen = () => {
      if (blocked() !== undefined || ++ended < width) return;
      [width, ended] = [Math.min(2 * width, MOST_WIDTH), 0];
      breaker.reset();
    };
    await inParallel(
      claimed(),
      () => width,
      ({ claim, terms }) => work(claim, terms).then(widen),
    );
    const obstacle = blocked();
    if (obstacle !== 'outage') breaker.reset();
    return { attempts, left: obstacle ?? left };
  };
};
