import type { LoggedOrderEvent, OrderEventType } from '../../src/domain/order/events.js';
import type { OrderUuid, RawTransaction, Txid } from '../../src/domain/order/ids.js';
import { differingTerms, type Order } from '../../src/domain/order/order.js';
import type { PriceRun } from '../../src/domain/price-series/price.js';
import { isLive, type SwapTransaction } from '../../src/domain/order/swap-transaction.js';

import { WELSH } from '../support/core-harness.js';
import type { PlannedOrder } from '../support/planned-orders.js';

/** What is wrong, in words; undefined while it holds. */
export type Finding = string | undefined;

export type Phase = 'none' | 'open' | 'sending' | 'broadcasted' | 'confirmed' | 'failed' | 'cancelled';

/** Where each event may happen, and where it leads; an event without a second list leaves the order where it is. */
export const PATHS: Readonly<Record<OrderEventType, readonly [from: readonly Phase[], to?: Phase]>> = {
  created: [['none'], 'open'],
  imported: [['none'], 'open'],
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

/** Each log of an order is a path of its lifecycle, counts from 1 without a gap, and ends where the order is. */
export function followsLifecycle(order: Order, events: readonly LoggedOrderEvent[]): Finding {
  let phase: Phase = 'none';
  for (const [n, { seq, type }] of events.entries()) {
    if (seq !== n + 1) return `event ${n + 1} of ${order.terms.uuid} is numbered ${seq}`;
    const [from, to] = PATHS[type];
    if (!from.includes(phase)) return `${order.terms.uuid} is ${phase} and gets the event ${type}`;
    phase = to ?? phase;
  }
  return phase === phaseOf(order)
    ? undefined
    : `${order.terms.uuid} is ${phaseOf(order)}, and its log ends ${phase}`;
}

/** At most one transaction of an order can pay it. `able`: the orders of the transactions that were mined with success or may still be. */
export function paidOnce(able: readonly OrderUuid[], doubled: number): Finding {
  const twice = able.find((uuid, n) => able.indexOf(uuid) !== n);
  if (twice !== undefined) return `two transactions can pay ${twice}`;
  return doubled > 0 ? 'a transaction was mined for an order that was paid before' : undefined;
}

/** No transaction can pay an order that ended unpaid. */
export function endedUnpaid(ended: Iterable<OrderUuid>, able: readonly OrderUuid[]): Finding {
  for (const uuid of ended) if (able.includes(uuid)) return `${uuid} has ended, and a transaction can pay it`;
  return undefined;
}

/** What callers were told stays true. */
export function keepsItsWord(
  told: { readonly acknowledged: Iterable<OrderUuid>; readonly ended: Iterable<OrderUuid> },
  orderOf: (uuid: OrderUuid) => Order | undefined,
): Finding {
  for (const uuid of told.acknowledged)
    if (orderOf(uuid) === undefined) return `${uuid} was acknowledged, and is not stored`;
  for (const uuid of told.ended) {
    const status = orderOf(uuid)?.status;
    if (status !== 'cancelled') return `the end of ${uuid} was acknowledged, and it is ${status}`;
  }
  return undefined;
}

/** What reaches a node is stored, byte for byte. */
export const storedBeforeSent = (
  { txid, raw }: { readonly txid: Txid; readonly raw: RawTransaction },
  stored: SwapTransaction | undefined,
): Finding => (stored?.raw === raw ? undefined : `${txid} is sent, and not stored`);

/** A nonce of an account belongs to one order. */
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

/** An order has live swaps under one nonce at a time, and a sent order has one. */
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

/** Owners have no more under way than they may. */
export function withinOwnerLimit(swaps: Iterable<SwapTransaction>, most: number): Finding {
  const under = new Set<OrderUuid>();
  for (const { orderUuid, purpose, state } of swaps)
    if (purpose === 'swap' && (state === 'stored' || state === 'accepted')) under.add(orderUuid);
  return under.size > most ? `${under.size} orders of one owner are under way` : undefined;
}

/** Of a group of which one cancels the others, one is paid at most. */
export const oneOfGroup = (able: readonly OrderUuid[], group: ReadonlySet<OrderUuid>): Finding =>
  able.filter((uuid) => group.has(uuid)).length > 1 ? 'two orders of one group can be paid' : undefined;

/** A swap gives at least what its order asks for. */
export const paysMinimum = ({ terms }: Order, { quote }: SwapTransaction): Finding =>
  terms.minAmountOut !== undefined && quote.amountOut < terms.minAmountOut
    ? `${terms.uuid} is sent for ${quote.amountOut}, below its minimum`
    : undefined;

/** The terms of an order stay as its owner signed them. */
export const keepsTerms = (before: Order, after: Order): Finding =>
  differingTerms(before.terms, after.terms).length > 0
    ? `the terms of ${before.terms.uuid} have changed`
    : undefined;

/** A swap is stored within its order's window, unless its owner asked for it. */
export function withinWindow({ terms }: Order, { storedAt }: SwapTransaction): Finding {
  const { uuid, validFrom, validTo } = terms;
  if (validFrom !== undefined && storedAt < validFrom) return `${uuid} is sent before its window`;
  return validTo !== undefined && storedAt >= validTo ? `${uuid} is sent after its window` : undefined;
}

/** The executor sends an order only after a price was recorded at which it triggers. */
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

/** A list in which positions grow. */
export function growing(positions: readonly number[], what: string): Finding {
  const place = positions.findIndex((position, n) => n > 0 && position <= positions[n - 1]!);
  return place === -1 ? undefined : `${what} gives ${positions[place]} after ${positions[place - 1]}`;
}

/** Each grid point of prices is recorded once. */
export const recordedOnce = (points: readonly number[]): Finding =>
  new Set(points).size < points.length ? 'a price run was recorded twice' : undefined;
