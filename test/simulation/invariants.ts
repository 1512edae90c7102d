import type { CancelTimer } from '../../src/domain/cancel-timer/cancel-timer.js';
import type { OrderUuid } from '../../src/domain/order/ids.js';
import type { Finding } from '../../src/domain/order/lifecycle/invariants.js';
import { differingTerms, isPast, type Order, type OrderTerms } from '../../src/domain/order/order.js';
import type { PriceRun } from '../../src/domain/price-series/price.js';
import { isPendingSwap, type SwapTransaction } from '../../src/domain/order/swap-transaction.js';
import type { SentSwap, SwapPlan } from '../../src/ports/index.js';
import type { Payment } from '../support/block-chain.js';
import { WELSH } from '../support/core-harness.js';
import { fieldsOf, type PlannedOrder } from '../support/planned-orders.js';

export {
  followsLifecycle,
  nonceOfOne,
  oneNonceEach,
  paysMinimum,
  storedBeforeSent,
  type Finding,
} from '../../src/domain/order/lifecycle/invariants.js';

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

/** Checks that an owner has no more orders under way than the limit. */
export function withinOwnerLimit(swaps: Iterable<SwapTransaction>, most: number): Finding {
  const under = new Set<OrderUuid>();
  for (const swap of swaps) if (isPendingSwap(swap)) under.add(swap.orderUuid);
  return under.size > most ? `${under.size} orders of one owner are under way` : undefined;
}

/** Checks that at most one order of a one-cancels-other group can be paid. */
export const oneOfGroup = (able: readonly OrderUuid[], group: ReadonlySet<OrderUuid>): Finding =>
  able.filter((uuid) => group.has(uuid)).length > 1 ? 'two orders of one group can be paid' : undefined;

/** Checks that no order of a one-cancels-other group is open once another one was sent, unless a swap of it may be on its way. */
export function endsTogether(group: readonly Order[]): Finding {
  const sent = group.find(({ status }) => status === 'broadcasted' || status === 'confirmed');
  const open = group.find((order) => order.status === 'open' && order.sending === undefined);
  if (sent === undefined || open === undefined) return undefined;
  return `${open.terms.uuid} is open, and ${sent.terms.uuid} of its group is ${sent.status}`;
}

/**
 * Checks that a timer fires only for a time that has run out by the clock of the process that stores it, and that a renewal in time
 * keeps it from firing.
 */
export function firesInTime(before: CancelTimer | undefined, after: CancelTimer): Finding {
  const { fired } = after;
  if (fired === undefined || fired.at.getTime() === before?.fired?.at.getTime()) return undefined;
  const { firesAt } = before?.armed ?? {};
  if (firesAt === undefined) return `a timer of ${after.scope.owner} fired although it was not armed`;
  return fired.at < firesAt ? `a timer of ${after.scope.owner} fired before its time` : undefined;
}

/** Checks that a timer has ended an order only if it fired after the order was placed. */
export function endedByTimer({ terms, createdAt }: Order, timer: CancelTimer | undefined): Finding {
  const firedAt = timer?.fired?.at;
  return firedAt === undefined || firedAt < createdAt
    ? `${terms.uuid} was ended by a timer that did not fire after it was placed`
    : undefined;
}

/** Checks that no order is open that was open when a timer of its owner fired. */
export const endsByTimer = (order: Order | undefined): Finding =>
  order?.status === 'open' ? `${order.terms.uuid} is open although a timer of its owner fired` : undefined;

/** Checks that no timer is armed whose time is over. */
export const timerFires = ({ armed, scope }: CancelTimer, now: number): Finding =>
  armed !== undefined && armed.firesAt.getTime() < now ? `a timer of ${scope.owner} did not fire` : undefined;

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

/** Checks that an exit is sent only while its entry is confirmed. */
export function entryFirst(
  { terms: { uuid, after } }: Order,
  orderOf: (uuid: OrderUuid) => Order | undefined,
): Finding {
  const status = after && orderOf(after.uuid)?.status;
  return after === undefined || status === 'confirmed'
    ? undefined
    : `${uuid} is sent, and its entry is ${status ?? 'not stored'}`;
}

/** Checks that an open exit without a swap is active while its entry is confirmed, waits while that may be, and is not open otherwise. */
export function followsEntry(order: Order, orderOf: (uuid: OrderUuid) => Order | undefined): Finding {
  const { uuid, after } = order.terms;
  if (after === undefined || order.status !== 'open' || order.sending !== undefined) return undefined;
  const status = orderOf(after.uuid)?.status;
  const isActive = order.activation !== undefined;
  const isRight =
    status === 'confirmed' ? isActive : !isActive && (status === 'open' || status === 'broadcasted');
  return isRight ? undefined : `${uuid} is ${isActive ? 'active' : 'dormant'}, and its entry is ${status}`;
}

/** Checks that an order which replaces another is stored if the other one was cancelled for it, and only then. */
export function replacesWhole(orders: readonly Order[], isKept: (uuid: OrderUuid) => boolean): Finding {
  const replaced = new Set(orders.flatMap(({ terms }) => terms.replaces ?? []));
  for (const order of orders) {
    const { uuid, handle } = order.terms;
    if (!isKept(uuid)) continue;
    const isReplaced =
      order.status === 'cancelled' && 'cancelReason' in order && order.cancelReason === 'replaced';
    if (isReplaced && !replaced.has(handle)) return `${uuid} is replaced, and no order replaces it`;
    if (replaced.has(handle) && order.status !== 'cancelled')
      return `${uuid} is ${order.status}, and another order replaces it`;
  }
  return undefined;
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
