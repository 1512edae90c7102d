import type { LoggedOrderEvent, OrderEventType } from '../../src/domain/order/events.js';
import type { OrderUuid, RawTransaction, Txid } from '../../src/domain/order/ids.js';
import { differingTerms, isPast, type Order, type OrderTerms } from '../../src/domain/order/order.js';
import type { PriceRun } from '../../src/domain/price-series/price.js';
import { isLive, type SwapTransaction } from '../../src/domain/order/swap-transaction.js';
import type { SentSwap, SwapPlan } from '../../src/ports/index.js';
import type { Payment } from '../support/block-chain.js';
import { WELSH } from '../support/core-harness.js';
import { fieldsOf, type PlannedOrder } from '../support/planned-orders.js';

/** Violation of an invariant, in words; undefined if the invariant holds. */
export type Finding = string | undefined;

type Phase = 'none' | 'open' | 'sending' | 'broadcasted' | 'confirmed' | 'failed' | 'cancelled';

/** Phases in which each event may happen, and the phase that follows. Without a second entry, the phase does not change. */
const PATHS: Readonly<Record<OrderEventType, readonly [from: readonly Phase[], to?: Phase]>> = {
  created: [['none'], 'open'],
  imported: [['none']],
  waiting: [['open']],
  'swap-stored': [['open'], 'sending'],
  'swap-refused': [['sending'], 'open'],
  broadcasted: [['sending'], 'broadcasted'],
  'fee-raised': [['sending', 'broadcasted']],
  'cancel-requested': [['sending', 'broadcasted']],
  'swap-given-up': [['sending', 'broadcasted']],
  'txid-changed': [['broadcasted']],
  confirmed: [['broadcasted'], 'confirmed'],
  failed: [['open', 'broadcasted'], 'failed'],
  reopened: [['broadcasted'], 'open'],
  orphaned: [['confirmed', 'failed'], 'broadcasted'],
  corrected: [['open', 'sending', 'broadcasted', 'failed', 'cancelled'], 'broadcasted'],
  cancelled: [['open'], 'cancelled'],
};

const phaseOf = (order: Order): Phase =>
  order.status === 'open' && order.sending !== undefined ? 'sending' : order.status;

/** Checks that an order's log follows the lifecycle, is numbered from 1 without gaps, and ends in the order's phase. */
export function followsLifecycle(order: Order, events: readonly LoggedOrderEvent[]): Finding {
  let phase: Phase = 'none';
  for (const [n, { seq, type, facts }] of events.entries()) {
    if (seq !== n + 1) return `event ${n + 1} of ${order.terms.uuid} is numbered ${seq}`;
    const [from, to] = PATHS[type];
    if (!from.includes(phase)) return `${order.terms.uuid} is ${phase} and gets the event ${type}`;
    phase = type === 'imported' ? (facts['status'] as Phase) : (to ?? phase);
  }
  return phase === phaseOf(order)
    ? undefined
    : `${order.terms.uuid} is ${phaseOf(order)}, and its log ends ${phase}`;
}

/**
 * Checks that at most one transaction can pay an order. `able`: the orders of transactions that were mined with success or may
 * still be.
 */
export function paidOnce(able: readonly OrderUuid[], doubled: readonly OrderUuid[]): Finding {
  const twice = able.find((uuid, n) => able.indexOf(uuid) !== n);
  if (twice !== undefined) return `two transactions can pay ${twice}`;
  return doubled.length > 0 ? `a transaction was mined for ${doubled[0]}, which was paid before` : undefined;
}

/** Checks that no transaction can pay an order that ended unpaid. */
export function endedUnpaid(ended: Iterable<OrderUuid>, able: readonly OrderUuid[]): Finding {
  for (const uuid of ended) if (able.includes(uuid)) return `${uuid} has ended, and a transaction can pay it`;
  return undefined;
}

/** Checks that responses to callers remain true. */
export function keepsItsWord(
  told: { readonly acknowledged: Iterable<OrderUuid>; readonly ended: Iterable<OrderUuid> },
  orderOf: (uuid: OrderUuid) => Order | undefined,
): Finding {
  for (const uuid of told.acknowledged)
    if (orderOf(uuid) === undefined) return `${uuid} was acknowledged, and is not stored`;
  for (const uuid of told.ended) {
    const order = orderOf(uuid);
    // An end that is repeated in a database that went back may find a swap under way again.
    const isEnding = order !== undefined && 'ending' in order && order.ending !== undefined;
    const status = order?.status;
    if (status !== 'cancelled' && !isEnding)
      return `the end of ${uuid} was acknowledged, and it is ${status}`;
  }
  return undefined;
}

/** Checks that the bytes sent to a node are stored. */
export const storedBeforeSent = (
  { txid, raw }: { readonly txid: Txid; readonly raw: RawTransaction },
  stored: SwapTransaction | undefined,
): Finding => (stored?.raw === raw ? undefined : `${txid} is sent, and not stored`);

/** Checks that each nonce of an account belongs to only one order. */
export function nonceOfOne(swaps: Iterable<SwapTransaction>): Finding {
  const orders = new Map<string, OrderUuid>();
  for (const { sender, nonce, orderUuid, state } of swaps) {
    if (!isLive(state)) continue;
    const place = `${sender} ${nonce}`;
    const other = orders.get(place);
    if (other !== undefined && other !== orderUuid)
      return `nonce ${nonce} is used for both ${other} and ${orderUuid}`;
    orders.set(place, orderUuid);
  }
  return undefined;
}

/** Checks that an order's pending swaps use at most one nonce, and that a sent order has a live swap. */
export function oneNonceEach(order: Order, swaps: readonly SwapTransaction[]): Finding {
  const live = swaps.filter(
    ({ state, purpose }) => purpose === 'swap' && (state === 'stored' || state === 'accepted'),
  );
  const nonces = new Set(live.map(({ sender, nonce }) => `${sender} ${nonce}`));
  if (nonces.size > 1) return `${order.terms.uuid} is under way under ${nonces.size} nonces`;
  const isUnderWay = phaseOf(order) === 'sending' || phaseOf(order) === 'broadcasted';
  return isUnderWay && !swaps.some(({ state }) => isLive(state))
    ? `${order.terms.uuid} is ${phaseOf(order)} without a live swap`
    : undefined;
}

/** Checks that an owner has no more orders under way than the limit. */
export function withinOwnerLimit(swaps: Iterable<SwapTransaction>, most: number): Finding {
  const under = new Set<OrderUuid>();
  for (const { orderUuid, purpose, state } of swaps)
    if (purpose === 'swap' && (state === 'stored' || state === 'accepted')) under.add(orderUuid);
  return under.size > most ? `${under.size} orders of one owner are under way` : undefined;
}

/** Checks that at most one order of a one-cancels-other group can be paid. */
export const oneOfGroup = (able: readonly OrderUuid[], group: ReadonlySet<OrderUuid>): Finding =>
  able.filter((uuid) => group.has(uuid)).length > 1 ? 'two orders of one group can be paid' : undefined;

/** Checks that a swap yields at least its order's minimum. */
export const paysMinimum = ({ terms }: Order, { quote }: SwapTransaction): Finding =>
  terms.minAmountOut !== undefined && quote.amountOut < terms.minAmountOut
    ? `${terms.uuid} is sent for ${quote.amountOut}, below its minimum`
    : undefined;

/** Checks that the terms of an order stay as the owner signed them. */
export const keepsTerms = (before: Order, after: Order): Finding =>
  differingTerms(before.terms, after.terms).length > 0
    ? `the terms of ${before.terms.uuid} have changed`
    : undefined;

/** Checks that a swap is stored within its order's window. Not for orders that the owner asked to execute. */
export function withinWindow({ terms }: Order, { storedAt }: SwapTransaction): Finding {
  const { uuid, validFrom, validTo } = terms;
  if (validFrom !== undefined && storedAt < validFrom) return `${uuid} is sent before its window`;
  return validTo !== undefined && storedAt >= validTo ? `${uuid} is sent after its window` : undefined;
}

/** Checks that an order was sent only after a price was recorded that triggers it. */
export function triggerHeld(
  { terms: { uuid } }: Order,
  trigger: PlannedOrder['trigger'],
  runs: readonly PriceRun[],
): Finding {
  if (trigger === 'at-once') return undefined;
  if (trigger === 'manual') return `${uuid} is sent without a trigger`;
  const { direction, target } = trigger;
  const prices = runs.flatMap((run) => run.prices.get(WELSH)?.usd ?? []);
  const isMet = prices.some((usd) => (direction === 'gt' ? usd >= target : usd <= target));
  return isMet ? undefined : `${uuid} is sent, and its price was never ${direction} ${target}`;
}

/** Checks that positions increase from each to the next. */
export function growing(positions: readonly number[], what: string): Finding {
  const place = positions.findIndex((position, n) => n > 0 && position <= positions[n - 1]!);
  return place === -1 ? undefined : `${what} gives ${positions[place]} after ${positions[place - 1]}`;
}

/** Checks that prices were recorded at most once for each grid point. */
export const recordedOnce = (points: readonly number[]): Finding =>
  new Set(points).size < points.length ? 'a price run was recorded twice' : undefined;

/** Checks that a swap is signed for the fields that the owner of its order has signed. */
export function asSigned({ terms }: SwapPlan, owned: Readonly<Record<string, unknown>>): Finding {
  const fields = ['owner', 'recipient', 'inputToken', 'outputToken', 'amountIn', 'signature'] as const;
  const field = fields.find((name) => String(terms[name]) !== String(owned[name]));
  return field && `${terms.uuid} is sent with another ${field}`;
}

/** Checks that a wallet covers the swaps of its owner that were not mined at the height of the balance. */
export function covered(
  { quote: { height = 0 }, orderUuid }: SwapTransaction,
  live: readonly SwapTransaction[],
  held: (height: number) => bigint,
): Finding {
  const mined = new Set(
    live.flatMap((swap) => (swap.block && swap.block.blockHeight <= height ? [swap.orderUuid] : [])),
  );
  const amounts = new Map(live.map(({ orderUuid: uuid, quote }) => [uuid, quote.amountIn]));
  const taken = [...amounts].reduce((sum, [uuid, amount]) => (mined.has(uuid) ? sum : sum + amount), 0n);
  return taken > held(height)
    ? `${orderUuid} is sent, and its owner's swaps take ${taken} of ${held(height)} at block ${height}`
    : undefined;
}

/** Checks a count against its limit; an absent limit allows any count. */
export const within = (what: string, count: bigint | number, most: bigint | number | undefined): Finding =>
  most !== undefined && count > most ? `${count} ${what}, and the limit is ${most}` : undefined;

/** Swaps that were stored since a time, may be mined and replace no other one. The operator's limits count each of them. */
export const begun = (swaps: Iterable<SwapTransaction>, since: number): readonly SwapTransaction[] =>
  [...swaps].filter(
    ({ purpose, replaces, state, storedAt }) =>
      purpose === 'swap' && replaces === undefined && state !== 'dead' && storedAt.getTime() >= since,
  );

/** Checks that the database knows the swaps in the mempool again that it had lost. */
export function foundAgain(pending: readonly SentSwap[], isKnown: (swap: SentSwap) => boolean): Finding {
  const missed = pending.find((swap) => !isKnown(swap));
  return missed && `${missed.txid} of ${missed.uuid} is under way, and the database does not know it`;
}

/** Checks an order's transaction, block and amounts against the chain. */
export function equalsChain(order: Order, payment: Payment | undefined): Finding {
  const { status, terms } = order;
  const { uuid } = terms;
  if ((payment !== undefined) !== (status === 'confirmed'))
    return `${uuid} is ${status}, and the chain has ${payment === undefined ? 'not paid' : 'paid'} it`;
  if (payment === undefined || isPast(order) || order.status !== 'confirmed') return undefined;
  const recorded = [order.txid, order.blockHeight, order.executedAmountOut, order.executedAmountIn];
  const paid = [payment.txid, payment.height, payment.amountOut, terms.amountIn];
  const place = recorded.findIndex((value, n) => value !== paid[n]);
  return place === -1
    ? undefined
    : `${uuid} is recorded with ${recorded[place]}, and paid with ${paid[place]}`;
}

/** Checks that the chain paid an order no less than its owner asked for. */
export function paidMinimum({ uuid, amountOut }: Payment, planned: PlannedOrder): Finding {
  const { minAmountOut } = fieldsOf(planned, 0) as Partial<Pick<OrderTerms, 'minAmountOut'>>;
  return minAmountOut !== undefined && amountOut < BigInt(minAmountOut)
    ? `${uuid} was paid ${amountOut}, and its minimum is ${minAmountOut}`
    : undefined;
}
