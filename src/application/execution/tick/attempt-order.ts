import type { OpenOrder } from '../../../domain/order/order.js';
import {
  afterFailure,
  afterSibling,
  type Retry,
  type Moment,
  type Outage,
} from '../../../domain/order/retry-policy.js';
import type { WaitingFacts } from '../../../domain/order/waiting.js';
import type { Claim, Ports } from '../../../ports/index.js';
import type { SendSwap, SendSwapError } from '../send/send-swap.js';
import type { Funds } from './funds.js';
import type { NoteWaiting } from './note-waiting.js';

/** The owner has less of the input token than the order takes, so it is not sent. */
export interface InsufficientBalance {
  readonly kind: 'insufficient-balance';
}

type Failure = SendSwapError | InsufficientBalance;

/** How an attempt to send a claimed order ended. */
export interface Attempt {
  /** `sent`, or the kind of the failure. */
  readonly outcome: 'sent' | Failure['kind'];
  /** When to try again; absent where the order's state, the obstacle or the next block decides. */
  readonly retry?: Retry;
  /** What blocks every other order as well: an outage, or as many transactions on their way as a node takes. */
  readonly obstacle?: Outage | 'in-flight';
}

/** Sends a claimed order's swap and writes to the order's log why it could not be sent. */
export type AttemptOrder = (claim: Claim, funds: Funds) => Promise<Attempt>;

interface Needs extends Pick<Ports, 'orders'> {
  readonly sendSwap: SendSwap;
  readonly noteWaiting: NoteWaiting;
  readonly moment: () => Moment;
}

export const makeAttemptOrder =
  ({ orders, sendSwap, noteWaiting, moment }: Needs): AttemptOrder =>
  async ({ uuid, attempts }, funds) => {
    const order = await orders.findById(uuid);
    if (order?.status !== 'open') return { outcome: 'order-not-open' };
    const failure = await sendIfCovered(order, funds, sendSwap);
    if (failure === undefined) return { outcome: 'sent' };
    const waiting = factsOf(failure);
    if (waiting !== undefined) await noteWaiting(uuid, waiting);
    const outcome = failure.kind;
    switch (consequenceOf(failure)) {
      case 'ended':
        return { outcome };
      case 'under-way':
        return outcome === 'sibling-sent'
          ? { outcome, retry: afterSibling(attempts, moment()) }
          : { outcome };
      case 'obstacle':
        return { outcome, obstacle: obstacleOf(failure) };
      case 'counts':
        return { outcome, retry: afterFailure(attempts, outcome, moment()) };
    }
  };

async function sendIfCovered(
  order: OpenOrder,
  funds: Funds,
  sendSwap: SendSwap,
): Promise<Failure | undefined> {
  const covered = await funds.reserve(order.terms);
  if (!covered.ok) return covered.error;
  if (!covered.value) return { kind: 'insufficient-balance' };
  let isSpent = false;
  try {
    const sent = await sendSwap(order);
    isSpent = sent.ok || sent.error.kind === 'broadcast-unknown';
    return sent.ok ? undefined : sent.error;
  } finally {
    if (isSpent) funds.commit(order.terms);
    else funds.release(order.terms);
  }
}

/**
 * What a failed attempt means for the next one.
 *
 * - `ended`: the order no longer runs by itself, or this process cannot send it.
 * - `under-way`: a transaction that may be mined is stored; settlement decides from here.
 * - `obstacle`: the chain or the operator account, not the order, is the cause. Retried after a pause; not counted.
 * - `counts`: the order itself could not be sent. Counts towards its quick attempts.
 */
export type AttemptConsequence = 'ended' | 'under-way' | 'obstacle' | 'counts';

export function consequenceOf(failure: Failure): AttemptConsequence {
  switch (failure.kind) {
    case 'execution-disabled':
    case 'order-expired':
    case 'order-not-open':
      return 'ended';
    case 'broadcast-unknown':
    case 'sibling-sent':
      return 'under-way';
    case 'chain-unreachable':
    case 'too-many-in-flight':
      return 'obstacle';
    case 'broadcast-refused':
      return failure.about === 'transaction' ? 'counts' : 'obstacle';
    case 'below-minimum':
    case 'insufficient-balance':
    case 'no-route':
    case 'swap-unprotectable':
      return 'counts';
  }
}

function obstacleOf({ kind }: Failure): Outage | 'in-flight' {
  if (kind === 'too-many-in-flight') return 'in-flight';
  return kind === 'chain-unreachable' ? 'unreachable' : 'refusing';
}

/** What the order's log gets, beyond its entries about stored swaps. */
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
