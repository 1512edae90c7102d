import type { OpenOrder } from '../../domain/order/order.js';
import {
  afterFailure,
  afterSibling,
  type Retry,
  type Moment,
  type Outage,
} from '../../domain/order/retry-policy.js';
import type { WaitingFacts } from '../../domain/order/waiting.js';
import type { Claim, Ports } from '../../ports/index.js';
import { consequenceOf } from './attempt-outcome.js';
import type { Funds } from './funds.js';
import type { NoteWaiting } from './note-waiting.js';
import type { SendSwap, SendSwapError } from './send-swap.js';

/** An order is not sent when its owner has less of the input token than it takes. */
export interface InsufficientBalance {
  readonly kind: 'insufficient-balance';
}

/** `sent`, or the kind of what came instead. */
export type AttemptOutcome = 'sent' | SendSwapError['kind'] | InsufficientBalance['kind'];

/** What the attempts of one pass share. */
export interface AttemptPass {
  readonly funds: Funds;
  readonly moment: () => Moment;
  /** Tells that the chain or the operator's account was the obstacle; answers until when it is left alone. */
  readonly outage: (how: Outage) => Date;
  /** Tells that the operator has as many transactions on their way as a node takes. */
  readonly tooMany: () => void;
}

/** Sends a claimed order's swap, says in the order's log why it could not be sent, and gives the claim back. */
export type AttemptOrder = (claim: Claim, pass: AttemptPass) => Promise<AttemptOutcome>;

interface Needs extends Pick<Ports, 'orders' | 'executionQueue'> {
  readonly sendSwap: SendSwap;
  readonly noteWaiting: NoteWaiting;
}

export const makeAttemptOrder = (needs: Needs): AttemptOrder => {
  const { orders, executionQueue } = needs;
  const send = makeSendIfPaid(needs.sendSwap);

  const attempt: AttemptOrder = async (claim, pass) => {
    const order = await orders.findById(claim.uuid);
    const failure = order?.status === 'open' ? await send(order, pass) : 'gone';
    if (failure === undefined || failure === 'gone') {
      await executionQueue.release(claim);
      return failure === undefined ? 'sent' : 'order-not-open';
    }
    const waiting = factsOf(failure);
    if (waiting !== undefined) await needs.noteWaiting(claim.uuid, waiting);
    await executionQueue.release(claim, retryAfter(failure, claim, pass));
    return failure.kind;
  };

  return async (claim, pass) => {
    try {
      return await attempt(claim, pass);
    } catch (error) {
      // Whatever it is, the order must not come back at once: others wait behind it.
      await executionQueue.release(claim, afterFailure(claim.attempts, 'internal', pass.moment()));
      throw error;
    }
  };
};

type Failure = SendSwapError | InsufficientBalance;

const makeSendIfPaid =
  (sendSwap: SendSwap) =>
  async (order: OpenOrder, { funds }: AttemptPass): Promise<Failure | undefined> => {
    const covered = await funds.setAside(order.terms);
    if (!covered.ok) return covered.error;
    if (!covered.value) return { kind: 'insufficient-balance' };
    let outcome: 'paid' | 'free' = 'free';
    try {
      const sent = await sendSwap(order);
      if (sent.ok || sent.error.kind === 'broadcast-unknown') outcome = 'paid';
      return sent.ok ? undefined : sent.error;
    } finally {
      funds.settle(order.terms, outcome);
    }
  };

/** When to try again; nothing where the order's own state or the next block says it. */
function retryAfter(failure: Failure, { attempts }: Claim, pass: AttemptPass): Retry | undefined {
  if (failure.kind === 'insufficient-balance') return afterFailure(attempts, failure.kind, pass.moment());
  switch (consequenceOf(failure)) {
    case 'ended':
      return undefined;
    case 'under-way':
      return failure.kind === 'sibling-sent' ? afterSibling(attempts, pass.moment()) : undefined;
    case 'outage':
      if (failure.kind === 'too-many-in-flight') return void pass.tooMany();
      return { attempts, at: pass.outage(outageOf(failure)), reason: failure.kind };
    case 'counts':
      return afterFailure(attempts, failure.kind, pass.moment());
  }
}

const outageOf = ({ kind }: Failure): Outage => (kind === 'chain-unreachable' ? 'unreachable' : 'refusing');

/** What the order's log is told, beyond what it tells of stored swaps anyway. */
function factsOf(failure: Failure): WaitingFacts | undefined {
  switch (failure.kind) {
    case 'no-route':
      return { reason: failure.kind, detail: failure.reason };
    case 'below-minimum': {
      const [amountOut, minAmountOut] = [failure.amountOut.toString(), failure.minAmountOut.toString()];
      return { reason: failure.kind, amountOut, minAmountOut };
    }
    case 'insufficient-balance':
    case 'swap-unprotectable':
      return { reason: failure.kind };
    default:
      return undefined;
  }
}
