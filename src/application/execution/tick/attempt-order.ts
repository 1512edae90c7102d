import type { OrderUuid } from '../../../domain/order/ids.js';
import type { OpenOrder } from '../../../domain/order/order.js';
import {
  afterDryRun,
  afterFailure,
  afterLimit,
  afterRefusedAccount,
  afterSibling,
  type Figures,
  type Retry,
  type Moment,
  type Outage,
} from '../../../domain/order/evaluation/retry-policy.js';
import type { WaitingFacts } from '../../../domain/order/lifecycle/waiting.js';
import { defined } from '../../../domain/shared/fields.js';
import type { Claim, Ports } from '../../../ports/index.js';
import { grouped } from '../../shared/in-groups.js';
import type { OwnerRefused } from '../send/check-owner.js';
import type { SendSwap, SendSwapError } from '../send/send-swap.js';
import type { DueSince } from './due-since.js';
import type { Funds } from './funds.js';
import type { GlanceAtMarket } from './glance-at-market.js';
import type { GuardTrigger, HeldByGuard } from './guard-trigger.js';
import { isCheckedAnyway, missFigures, retryMiss, type OfferMissed } from './market-miss.js';
import type { NoteStop } from './note-stop.js';
import type { NoteWaiting } from './note-waiting.js';

/** Result of an attempt to send a claimed order. */
export interface Attempt {
  /** `sent`, or the reason why not. */
  readonly outcome: 'sent' | SendSwapError['kind'] | HeldByGuard['kind'];
  /** Time to try again; absent if it depends on the order's state, the obstacle or the next block. */
  readonly retry?: Retry;
  /** Obstacle that also holds back every other order: an outage, the limit on transactions in flight, or the operator. */
  readonly obstacle?: Outage | 'in-flight' | 'stopped';
}

/** Sends a claimed order's swap, or writes to the order's log why it could not be sent. */
export type AttemptOrder = (claim: Claim, funds: Funds) => Promise<Attempt>;

interface Needs extends Pick<Ports, 'orders' | 'clock' | 'executionObserver'> {
  readonly dueSince: Pick<DueSince, 'of'>;
  readonly guard: GuardTrigger;
  readonly glance: GlanceAtMarket;
  readonly sendSwap: SendSwap;
  readonly noteWaiting: NoteWaiting;
  readonly noteStop: NoteStop;
  readonly moment: () => Moment;
}

/** Maximum number of orders that are read together. */
const MOST_TOGETHER = 50;

export const makeAttemptOrder = (needs: Needs): AttemptOrder => {
  const { clock, orders, executionObserver, dueSince, guard, glance, sendSwap, moment } = needs;
  const { noteWaiting, noteStop } = needs;
  const findOrder = grouped(MOST_TOGETHER)(async (uuids: readonly OrderUuid[]) => {
    const found = new Map((await orders.findMany(uuids)).map((order) => [order.terms.uuid, order]));
    return uuids.map((uuid) => found.get(uuid));
  });
  return async (claim, funds) => {
    const { uuid, attempts } = claim;
    const found = await findOrder(uuid);
    if (found?.status !== 'open') return { outcome: 'order-not-open' };
    const held = await guard(found);
    if (held !== undefined) {
      const { kind, figures, at } = held;
      if (kind === 'low-liquidity' || kind === 'own-pool')
        await noteWaiting(uuid, { reason: kind, ...figures });
      return { outcome: kind, retry: { attempts, at, reason: kind, figures } };
    }
    const order = await noteStop(found);
    // Only an order that has not failed by itself is compared with recent reserves. Any other is attempted in full, so that its
    // log does not alternate between obstacles.
    const missed = attempts === 0 ? await glance(order) : undefined;
    if (missed !== undefined && !isCheckedAnyway(missed, moment())) {
      await noteWaiting(uuid, { reason: missed.kind, ...missFigures(missed) });
      return { outcome: missed.kind, retry: retryMiss(missed, moment()) };
    }
    const dueAt = dueSince.of(claim, order);
    const send = () => sendSwap(order, 'executor', dueAt);
    const failure = await sendIfCovered(order, { funds, isNew: attempts === 0 }, send);
    if (failure === undefined) {
      const waitedMs = Math.max(0, clock.now().getTime() - dueAt.getTime());
      executionObserver?.observe({ kind: 'due-order-sent', uuid, waitedMs });
      return { outcome: 'sent' };
    }
    const waiting = factsOf(failure);
    if (waiting !== undefined) await noteWaiting(uuid, waiting);
    return failedAttempt(failure, attempts, moment());
  };
};

async function sendIfCovered(
  order: OpenOrder,
  { funds, isNew }: { readonly funds: Funds; readonly isNew: boolean },
  send: () => ReturnType<SendSwap>,
): Promise<SendSwapError | undefined> {
  const covered = await funds.reserve(order.terms, { isNew });
  if (!covered.ok) return covered.error;
  let isSpent = false;
  try {
    const sent = await send();
    isSpent = sent.ok || sent.error.kind === 'broadcast-unknown';
    return sent.ok ? undefined : sent.error;
  } finally {
    if (isSpent) funds.commit(order.terms);
    else funds.release(order.terms);
  }
}

type Kind = SendSwapError['kind'];
type FailureOf<K extends Kind, F = SendSwapError> = F extends { readonly kind: infer G }
  ? K extends G
    ? F & { readonly kind: K }
    : never
  : never;

/** Consequences of one kind of failure. */
interface FailureRule<F> {
  /** Consequence for the next attempt. */
  next(failure: F, attempts: number, moment: Moment): Omit<Attempt, 'outcome'>;
  /** Facts for the order's log besides the kind; absent if other entries in the log show them. */
  facts?(failure: F): Omit<WaitingFacts, 'reason'>;
}

/** No further attempt: the order no longer runs by itself, this process cannot send it, or settlement takes over. */
const DECIDED: FailureRule<unknown> = { next: () => ({}) };

/** The operator, not the order, is the cause. */
const STOPPED: FailureRule<unknown> = { next: () => ({ obstacle: 'stopped' }) };

/** The market, not the order, is the cause. Does not count towards the order's quick attempts. */
const MISSED: FailureRule<OfferMissed> = {
  next: (failure, _attempts, moment) => ({ retry: retryMiss(failure, moment) }),
  facts: (failure) => ({ ...missFigures(failure) }),
};

const counted = ({ kind }: SendSwapError, attempts: number, moment: Moment) => ({
  retry: afterFailure(attempts, kind, moment),
});

/** The order itself could not be sent. Counts towards its quick attempts. */
const COUNTED: FailureRule<SendSwapError> = { next: counted, facts: () => ({}) };

const FAILURES: { readonly [K in Kind]: FailureRule<FailureOf<K>> } = {
  'execution-disabled': DECIDED,
  'order-expired': DECIDED,
  'order-not-open': DECIDED,
  'broadcast-unknown': DECIDED,
  'entry-not-confirmed': { next: counted },
  'sibling-sent': { next: (_failure, attempts, moment) => ({ retry: afterSibling(attempts, moment) }) },
  'owner-in-flight': {
    next: ({ kind }, attempts, moment) => ({ retry: afterLimit(attempts, kind, moment) }),
  },
  'too-many-failures': {
    next: ({ kind }, attempts, moment) => ({ retry: afterLimit(attempts, kind, moment) }),
    facts: () => ({}),
  },
  'dry-run': { next: (_failure, attempts, moment) => ({ retry: afterDryRun(attempts, moment) }) },
  'too-many-in-flight': { next: () => ({ obstacle: 'in-flight' }) },
  paused: STOPPED,
  restored: STOPPED,
  'went-back': STOPPED,
  'operator-balance-low': STOPPED,
  'fee-limit-reached': STOPPED,
  'worth-limit-reached': STOPPED,
  'chain-unreachable': {
    next(failure, attempts, moment) {
      // No obstacle to other orders, which depend neither on the vaults that this one waits for nor on its owner's turn for a reading.
      if (failure.isShareUsedUp === true) {
        const at = new Date(moment.now.getTime() + (failure.retryAfterMs ?? 0));
        return { retry: { attempts, at, reason: failure.kind } };
      }
      return failure.isPartial === true ? counted(failure, attempts, moment) : { obstacle: 'unreachable' };
    },
  },
  'broadcast-refused': {
    next(failure, attempts, moment) {
      if (failure.othersLeft === true) return { retry: afterRefusedAccount(attempts, moment) };
      return failure.about === 'transaction' ? counted(failure, attempts, moment) : { obstacle: 'refusing' };
    },
  },
  'below-minimum': MISSED,
  'price-impact': MISSED,
  'insufficient-balance': {
    next(failure, attempts, moment) {
      const { retry } = counted(failure, attempts, moment);
      const { until = retry.at } = failure.shortfall ?? {};
      return { retry: { ...retry, at: until, figures: shortfallOf(failure) } };
    },
    facts: (failure) => ({ ...shortfallOf(failure) }),
  },
  'no-route': { next: counted, facts: ({ reason }) => ({ detail: reason }) },
  'unprotected-route': COUNTED,
  'order-spent': COUNTED,
  'terms-changed': COUNTED,
  'swap-unprotectable': COUNTED,
  'worth-unknown': COUNTED,
  'worth-too-high': COUNTED,
};

/** Returns the consequence of a failed attempt for the next one. */
export function failedAttempt(failure: SendSwapError, attempts: number, moment: Moment): Attempt {
  const rule: FailureRule<SendSwapError> = FAILURES[failure.kind];
  return { outcome: failure.kind, ...rule.next(failure, attempts, moment) };
}

/** Returns facts for the order's log; undefined for a failure that the log does not mention. */
function factsOf(failure: SendSwapError): WaitingFacts | undefined {
  const rule: FailureRule<SendSwapError> = FAILURES[failure.kind];
  const facts = rule.facts?.(failure);
  return facts && { reason: failure.kind, ...facts };
}

/** Shortfall of the owner's balance. */
function shortfallOf({ shortfall }: OwnerRefused): Figures {
  const { balance, needed } = shortfall ?? {};
  return defined({ balance: balance?.toString(), needed: needed?.toString() });
}
