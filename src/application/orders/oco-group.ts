import { cancelOrder } from '../../domain/order/lifecycle/lifecycle.js';
import type { OrderTerms } from '../../domain/order/order.js';
import {
  MAX_OCO_GROUP,
  ocoGroupOf,
  ocoGroupState,
  ocoSiblings,
} from '../../domain/order/lifecycle/strategy.js';
import type { Address } from '../../domain/shared/address.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { StaleVersion, Transaction } from '../../ports/index.js';
import { changeOrder } from './change-order.js';

/** The one-cancels-other group has the maximum number of live orders. */
export interface OcoGroupFull {
  readonly kind: 'oco-group-full';
  readonly strategyId: string;
  /** Maximum number of live orders in a group. */
  readonly limit: number;
}

/** Returns the name of the lock that is held while the state of a one-cancels-other group is read and acted on. */
export const ocoLock = (owner: Address, strategyId: string): string => `oco:${owner}:${strategyId}`;

/**
 * Returns whether the order's one-cancels-other group is still open. Locks the group, so that none of its orders is placed, and
 * none that was sent ends it, until the transaction ends.
 */
export async function enterOcoGroup(
  storage: Transaction,
  terms: OrderTerms,
): Promise<Result<'open' | 'ended', OcoGroupFull>> {
  const strategyId = ocoGroupOf(terms);
  if (strategyId === undefined) return ok('open');
  const plan = await storage.orders.listUncancelledByStrategy(terms.owner, strategyId);
  const state = ocoGroupState(ocoSiblings({ terms }, plan));
  return state === 'full' ? err({ kind: 'oco-group-full', strategyId, limit: MAX_OCO_GROUP }) : ok(state);
}

/** Cancels the other open orders of the one-cancels-other group of an order that was sent. */
export async function endOcoGroup(
  storage: Transaction,
  terms: OrderTerms,
  now: Date,
): Promise<Result<void, StaleVersion>> {
  const group = ocoGroupOf(terms);
  if (group === undefined) return ok();
  // Thanks to the lock, an order that is being placed either finds this one sent, or is found here.
  await storage.lock(ocoLock(terms.owner, group));
  const plan = await storage.orders.listUncancelledByStrategy(terms.owner, group);
  for (const sibling of ocoSiblings({ terms }, plan)) {
    if (sibling.status !== 'open') continue;
    const cancelled = cancelOrder(sibling, 'oco', now);
    if (!cancelled.ok || cancelled.value.event === undefined) continue;
    const changed = await changeOrder(storage, cancelled.value);
    if (!changed.ok) return changed;
  }
  return ok();
}
