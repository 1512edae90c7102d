import { isDormant, liveSince, type Ending, type Order, type OrderTerms } from '../order.js';

/** Milliseconds after which an open order is cancelled: 90 days. */
export const MAX_AGE_MS = 90 * 24 * 60 * 60 * 1000;

/** Returns whether `now` is before, inside or after the window, which includes validFrom and excludes validTo. */
export function windowAt(terms: OrderTerms, now: Date): 'before' | 'inside' | 'after' {
  if (terms.validTo !== undefined && now >= terms.validTo) return 'after';
  if (terms.validFrom !== undefined && now < terms.validFrom) return 'before';
  return 'inside';
}

/** Returns the reason why an open order ends unless one of its swaps is in progress; undefined if it has not expired. */
export function expiryAt(order: Order, now: Date): Ending | 'expired' | 'max-age' | undefined {
  if (order.status !== 'open') return undefined;
  if (order.ending !== undefined) return order.ending;
  if (isDormant(order)) return undefined;
  if (windowAt(order.terms, now) === 'after') return 'expired';
  return now.getTime() - liveSince(order).getTime() >= MAX_AGE_MS ? 'max-age' : undefined;
}

/** Returns the time at which the order expires, its creation if its owner has ended it: `expiryAt` is defined from then on. */
export function endsAt(order: Order): Date {
  const { terms, createdAt } = order;
  if (order.status === 'open' && order.ending !== undefined) return createdAt;
  const oldest = new Date(liveSince(order).getTime() + MAX_AGE_MS);
  return terms.validTo !== undefined && terms.validTo < oldest ? terms.validTo : oldest;
}

/** The strategyId of the order's one-cancels-other group; undefined if it has none. The exits of an entry are a group. */
export function ocoGroupOf(terms: OrderTerms): string | undefined {
  return terms.metadata?.oco === true || terms.after !== undefined ? terms.strategy.strategyId : undefined;
}

/** The candidates that are other orders of the same one-cancels-other group. */
export function ocoSiblings(order: Pick<Order, 'terms'>, candidates: readonly Order[]): readonly Order[] {
  const group = ocoGroupOf(order.terms);
  if (group === undefined) return [];
  return candidates.filter(
    ({ terms }) =>
      terms.uuid !== order.terms.uuid &&
      terms.owner === order.terms.owner &&
      ocoGroupOf(terms) === group &&
      terms.after?.uuid === order.terms.after?.uuid,
  );
}

/** Maximum number of open orders in a group. It limits the length of the single transaction that ends a group. */
export const MAX_OCO_GROUP = 100;

/** Returns the state of the one-cancels-other group that an order placed with these siblings finds. */
export function ocoGroupState(siblings: readonly Order[]): 'open' | 'ended' | 'full' {
  // A swap that was sent has ended the group, whatever its outcome.
  if (siblings.some(({ status }) => status !== 'open' && status !== 'cancelled')) return 'ended';
  const live = siblings.filter(({ status }) => status === 'open');
  return live.length < MAX_OCO_GROUP ? 'open' : 'full';
}

/** Whether an order has a swap pending or mined, so no sibling may be sent. */
export const hasTaken = (order: Order): boolean =>
  order.status === 'open'
    ? order.sending !== undefined
    : order.status === 'broadcasted' || order.status === 'confirmed';
