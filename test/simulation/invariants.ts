import type { OrderUuid } from '../../src/domain/order/ids.js';
import type { Finding } from '../../src/domain/order/lifecycle/invariants.js';
import { differingTerms, type Order } from '../../src/domain/order/order.js';
import type { PriceRun } from '../../src/domain/price-series/price.js';
import type { SwapTransaction } from '../../src/domain/order/swap-transaction.js';

import { WELSH } from '../support/core-harness.js';
import type { PlannedOrder } from '../support/planned-orders.js';

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
export function paidOnce(able: readonly OrderUuid[], doubled: number): Finding {
  const twice = able.find((uuid, n) => able.indexOf(uuid) !== n);
  if (twice !== undefined) return `two transactions can pay ${twice}`;
  return doubled > 0 ? 'a transaction was mined for an order that was paid before' : undefined;
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
    const status = orderOf(uuid)?.status;
    if (status !== 'cancelled') return `the end of ${uuid} was acknowledged, and it is ${status}`;
  }
  return undefined;
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
