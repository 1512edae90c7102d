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
import type { OwnerRefused } from '../send/check-owner.js';
import type { SendSwap, SendSwapError } from '../send/send-swap.js';
import type { Funds } from './funds.js';
import type { GlanceAtMarket } from './glance-at-market.js';
import type { GuardTrigger, HeldByGuard } from './guard-trigger.js';
import { isCheckedAnyway, missFigures, retryMiss } from './market-miss.js';
import type { NoteWaiting } from './note-waiting.js';

/** Result of an attempt to send a claimed order. */
export interface Attempt {
  /** `sent`, or what kept it from being sent. */
  readonly outcome: 'sent' | SendSwapError['kind'] | HeldByGuard['kind'];
  /** Time to try again; absent if the order's state, the obstacle or the next block decides. */
  readonly retry?: Retry;
  /**
   * Obstacle to every other order as well: an outage, or as many transactions on their way as a node takes, or the operator.
   */
  readonly obstacle?: Outage | 'in-flight' | 'stopped';
}

/** Sends a claimed order's swap and writes to the order's log why it could not be sent. */
export type AttemptOrder = (claim: Claim, funds: Funds) => Promise<Attempt>;

interface Needs extends Pick<Ports, 'orders'> {
  readonly guard: GuardTrigger;
  readonly glance: GlanceAtMarket;
  readonly sendSwap: SendSwap;
  readonly noteWaiting: NoteWaiting;
  readonly moment: () => Moment;
}

export const makeAttemptOrder =
  ({ orders, guard, glance, sendSwap, noteWaiting, moment }: Needs): AttemptOrder =>
  async ({ uuid, attempts }, funds) => {
    const order = await orders.findById(uuid);
    if (order?.status !== 'open') return { outcome: 'order-not-open' };
    const held = await guard(order);
    if (held !== undefined) {
      const { kind, figures, at } = held;
      if (kind === 'low-liquidity' || kind === 'own-pool')
        await noteWaiting(uuid, { reason: kind, ...figures });
      return { outcome: kind, retry: { attempts, at, reason: kind, figures } };
    }
    // An order that failed on its own is attempted in full, so that its log does not alternate between obstacles.
    const missed = attempts === 0 ? await glance(order) : undefined;
    if (missed !== undefined && !isCheckedAnyway(missed, moment())) {
      await noteWaiting(uuid, { reason: missed.kind, ...missFigures(missed) });
      return { outcome: missed.kind, retry: retryMiss(missed, moment()) };
    }
    const failure = await sendIfCovered(order, { funds, isNew: attempts === 0 }, sendSwap);
    if (failure === undefined) return { outcome: 'sent' };
    const waiting = factsOf(failure);
    if (waiting !== undefined) await noteWaiting(uuid, waiting);
    return failedAttempt(failure, attempts, moment());
  };

async function sendIfCovered(
  order: OpenOrder,
  { funds, isNew }: { readonly funds: Funds; readonly isNew: boolean },
  sendSwap: SendSwap,
): Promise<SendSwapError | undefined> {
  const covered = await funds.reserve(order.terms, { isNew });
  if (!covered.ok) return covered.error;
  let isSpent = false;
  try {
    const sent = await sendSwap(order, 'executor');
    isSpent = sent.ok || sent.error.kind === 'broadcast-unknown';
    return sent.ok ? undefined : sent.error;
  } finally {
    if (isSpent) funds.commit(order.terms);
    else funds.release(order.terms);
  }
}

/** Consequence of a failed attempt for the next one. */
export function failedAttempt(failure: SendSwapError, attempts: number, moment: Moment): Attempt {
  const outcome = failure.kind;
  switch (outcome) {
    // The order no longer runs by itself, this process cannot send it, or settlement decides from here.
    case 'execution-disabled':
    case 'order-expired':
    case 'order-not-open':
    case 'broadcast-unknown':
      return { outcome };
    case 'sibling-sent':
      return { outcome, retry: afterSibling(attempts, moment) };
    case 'owner-in-flight':
    case 'too-many-failures':
      return { outcome, retry: afterLimit(attempts, outcome, moment) };
    case 'dry-run':
      return { outcome, retry: afterDryRun(attempts, moment) };
    // The chain or the operator account, not the order, is the cause. Retried after a pause; not counted.
    case 'too-many-in-flight':
      return { outcome, obstacle: 'in-flight' };
    case 'paused':
    case 'restored':
    case 'went-back':
    case 'operator-balance-low':
    case 'fee-limit-reached':
    case 'worth-limit-reached':
      return { outcome, obstacle: 'stopped' };
    case 'chain-unreachable':
      // Other orders depend neither on the vaults that this one waits for, nor on the turn of its owner's funds.
      if (failure.isShareUsedUp === true) {
        const at = new Date(moment.now.getTime() + (failure.retryAfterMs ?? 0));
        return { outcome, retry: { attempts, at, reason: outcome } };
      }
      if (failure.isPartial === true) return { outcome, retry: afterFailure(attempts, outcome, moment) };
      return { outcome, obstacle: 'unreachable' };
    case 'broadcast-refused':
      if (failure.othersLeft === true) return { outcome, retry: afterRefusedAccount(attempts, moment) };
      if (failure.about !== 'transaction') return { outcome, obstacle: 'refusing' };
      return { outcome, retry: afterFailure(attempts, outcome, moment) };
    // The market, not the order, is the cause. Not counted.
    case 'below-minimum':
    case 'price-impact':
      return { outcome, retry: retryMiss(failure, moment) };
    // The order itself could not be sent. Counts towards its quick attempts.
    case 'insufficient-balance': {
      const retry = afterFailure(attempts, outcome, moment);
      const { until = retry.at } = failure.shortfall ?? {};
      return { outcome, retry: { ...retry, at: until, figures: shortfallOf(failure) } };
    }
    case 'no-route':
    case 'unprotected-route':
    case 'order-spent':
    case 'terms-changed':
    case 'swap-unprotectable':
    case 'worth-unknown':
    case 'worth-too-high':
      return { outcome, retry: afterFailure(attempts, outcome, moment) };
  }
}

/** Shortfall of the owner's balance. */
function shortfallOf({ shortfall }: OwnerRefused): Figures {
  const { balance, needed } = shortfall ?? {};
  return defined({ balance: balance?.toString(), needed: needed?.toString() });
}

/** Facts for the order's log, beyond its entries about stored swaps. */
function factsOf(failure: SendSwapError): WaitingFacts | undefined {
  switch (failure.kind) {
    case 'no-route':
      return { reason: failure.kind, detail: failure.reason };
    case 'below-minimum':
    case 'price-impact':
      return { reason: failure.kind, ...missFigures(failure) };
    case 'insufficient-balance':
      return { reason: failure.kind, ...shortfallOf(failure) };
    case 'unprotected-route':
    case 'order-spent':
    case 'terms-changed':
    case 'swap-unprotectable':
    case 'too-many-failures':
    case 'worth-unknown':
    case 'worth-too-high':
      return { reason: failure.kind };
    default:
      return undefined;
  }
}
