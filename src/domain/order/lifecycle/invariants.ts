import type { LoggedOrderEvent, OrderEventType } from '../events.js';
import type { OrderUuid } from '../ids.js';
import { isUnderWay, type Order } from '../order.js';
import { isLive, isPendingSwap, type SwapTransaction } from '../swap-transaction.js';

/** Violation of an invariant, in words that name no order; undefined if the invariant holds. */
export type Finding = string | undefined;

/**
 * The invariants that the server checks while it runs, and whether a violation stops new swaps until a person resumes. It does if
 * the storage or the program cannot be trusted with money. Terms other than signed only refuse their order: a stranger wrote them.
 */
export const INVARIANTS = {
  lifecycle: { stops: true },
  'pays-minimum': { stops: true },
  'one-nonce-each': { stops: true },
  'nonce-of-one': { stops: true },
  'stored-before-sent': { stops: true },
  'bytes-kept': { stops: true },
  'paid-once': { stops: true },
  'terms-kept': { stops: false },
} as const satisfies Readonly<Record<string, { readonly stops: boolean }>>;

/** Name of an invariant that the server checks while it runs. */
export type Invariant = keyof typeof INVARIANTS;

/** An invariant that does not hold for an order: a fault of the program, the storage or someone with access to it. */
export interface Violation {
  readonly kind: 'invariant-violated';
  readonly invariant: Invariant;
  readonly uuid: OrderUuid;
  readonly finding: string;
}

/** Returns a finding about an order as a violation; undefined if there is none. */
export const violationOf = (
  invariant: Invariant,
  uuid: OrderUuid,
  finding: Finding,
): Violation | undefined =>
  finding === undefined ? undefined : { kind: 'invariant-violated', invariant, uuid, finding };

/** Phase of an order in its log. */
export type Phase = 'none' | 'open' | 'sending' | 'broadcasted' | 'confirmed' | 'failed' | 'cancelled';

/** Phases in which each event may happen, and the phase that follows. Without a second entry, the phase does not change. */
export const PATHS: Readonly<Record<OrderEventType, readonly [from: readonly Phase[], to?: Phase]>> = {
  created: [['none'], 'open'],
  imported: [['none']],
  waiting: [['open']],
  amended: [['open']],
  'swap-stored': [['open'], 'sending'],
  'swap-refused': [['sending'], 'open'],
  broadcasted: [['sending'], 'broadcasted'],
  'fee-raised': [['sending', 'broadcasted']],
  'cancel-requested': [['open', 'sending', 'broadcasted']],
  'swap-given-up': [['sending', 'broadcasted']],
  'txid-changed': [['broadcasted']],
  confirmed: [['broadcasted'], 'confirmed'],
  failed: [['open', 'broadcasted'], 'failed'],
  reopened: [['broadcasted'], 'open'],
  orphaned: [['confirmed', 'failed'], 'broadcasted'],
  corrected: [['open', 'sending', 'broadcasted', 'failed', 'cancelled'], 'broadcasted'],
  cancelled: [['open'], 'cancelled'],
  activated: [['open']],
  deactivated: [['open']],
};

const phaseOf = (order: Order): Phase =>
  order.status === 'open' && order.sending !== undefined ? 'sending' : order.status;

/** Checks that an order's log follows the lifecycle, is numbered from 1 without gaps, and ends in the order's phase. */
export function followsLifecycle(order: Order, events: readonly LoggedOrderEvent[]): Finding {
  let phase: Phase = 'none';
  for (const [n, { seq, type, facts }] of events.entries()) {
    if (seq !== n + 1) return `event ${n + 1} of its log is numbered ${seq}`;
    const [from, to] = PATHS[type];
    if (!from.includes(phase)) return `its log has the event ${type} while it is ${phase}`;
    // Another exchange may have recorded it in any status.
    phase = type === 'imported' ? (facts['status'] as Phase) : (to ?? phase);
  }
  return phase === phaseOf(order) ? undefined : `it is ${phaseOf(order)}, and its log ends ${phase}`;
}

/** Checks that a swap yields at least its order's minimum. */
export const paysMinimum = ({ terms }: Order, { quote }: SwapTransaction): Finding =>
  terms.minAmountOut !== undefined && quote.amountOut < terms.minAmountOut
    ? `its swap gives ${quote.amountOut}, less than its minimum`
    : undefined;

/** Checks that an order's pending swaps use at most one nonce, and that a sent order has a live swap. */
export function oneNonceEach(order: Order, swaps: readonly SwapTransaction[]): Finding {
  const nonces = new Set(swaps.filter(isPendingSwap).map(({ sender, nonce }) => `${sender} ${nonce}`));
  if (nonces.size > 1) return `it is under way under ${nonces.size} nonces`;
  return isUnderWay(order) && !swaps.some(({ state }) => isLive(state))
    ? `it is ${phaseOf(order)} without a live swap`
    : undefined;
}

/** Checks that each nonce of an account belongs to only one order. */
export function nonceOfOne(swaps: Iterable<SwapTransaction>): Finding {
  const orders = new Map<string, OrderUuid>();
  for (const { sender, nonce, orderUuid, state } of swaps) {
    if (!isLive(state)) continue;
    const place = `${sender} ${nonce}`;
    if ((orders.get(place) ?? orderUuid) !== orderUuid)
      return `nonce ${nonce} of ${sender} is another order’s`;
    orders.set(place, orderUuid);
  }
  return undefined;
}

/** Checks that the bytes sent to a node are stored. */
export const storedBeforeSent = (
  { txid, raw }: Pick<SwapTransaction, 'txid' | 'raw'>,
  stored: SwapTransaction | undefined,
): Finding => (stored?.raw === raw ? undefined : `${txid} is to be sent, and is not stored with these bytes`);

/**
 * Checks that one swap pays an order: `paid`, which succeeded in a final block, or `recorded`, which the order refers to. While
 * either is not final, hosts of the chain may disagree about the two.
 */
export const paidByOne = (
  order: Order,
  paid: SwapTransaction,
  recorded: SwapTransaction | undefined,
): Finding =>
  paid.purpose === 'swap' &&
  order.status === 'confirmed' &&
  recorded?.state === 'final' &&
  recorded.txid !== paid.txid
    ? `${recorded.txid} and ${paid.txid} have both paid it`
    : undefined;

/** A swap that is about to be stored, with what its unit of work has read. */
export interface Storing {
  /** The order before it, and its log until then. */
  readonly before: Order;
  readonly events: readonly LoggedOrderEvent[];
  /** The order that refers to the swap. */
  readonly order: Order;
  readonly swap: SwapTransaction;
  /** The other live swaps of the owner. */
  readonly live: readonly SwapTransaction[];
}

/** Returns the first invariant that storing a new swap would violate. */
export function violatedByStoring({ before, events, order, swap, live }: Storing): Violation | undefined {
  const { uuid } = order.terms;
  const own = live.filter(({ orderUuid }) => orderUuid === uuid);
  return (
    violationOf('lifecycle', uuid, followsLifecycle(before, events)) ??
    violationOf('pays-minimum', uuid, paysMinimum(order, swap)) ??
    violationOf('one-nonce-each', uuid, oneNonceEach(order, [...own, swap]))
  );
}

/** Returns the first invariant that sending a new swap would violate, given everything stored under its nonce. */
export const violatedBySending = (
  swap: SwapTransaction,
  stored: readonly SwapTransaction[],
): Violation | undefined =>
  violationOf(
    'stored-before-sent',
    swap.orderUuid,
    storedBeforeSent(
      swap,
      stored.find(({ txid }) => txid === swap.txid),
    ),
  ) ?? violationOf('nonce-of-one', swap.orderUuid, nonceOfOne(stored));
