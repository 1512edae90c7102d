import type { Order, OrderTerms } from '../order.js';

/** Milliseconds after which an open order is cancelled: 90 days. */
export const MAX_AGE_MS = 90 * 24 * 60 * 60 * 1000;

/** Returns whether `now` is before, inside or after the window, which includes validFrom and excludes validTo. */
export function windowAt(terms: OrderTerms, now: Date): 'before' | 'inside' | 'after' {
  if (terms.validTo !== undefined && now >= terms.validTo) return 'after';
  if (terms.validFrom !== undefined && now < terms.validFrom) return 'before';
  return 'inside';
}

/** Returns the reason why an open order has expired, if it has. */
export function expiryAt(order: Order, now: Date): 'expired' | 'max-age' | undefined {
  if (order.status !== 'open') return undefined;
  if (windowAt(order.terms, now) === 'after') return 'expired';
  return now.getTime() - order.createdAt.getTime() >= MAX_AGE_MS ? 'max-age' : undefined;
}

/** Returns the time at which the order expires: `expiryAt` is defined from then on. */
export function endsAt({ terms, createdAt }: Order): Date {
  const oldest = new Date(createdAt.getTime() + MAX_AGE_MS);
  return terms.validTo !== undefined && terms.validTo < oldest ? terms.validTo : oldest;
}

/** The order's one-cancels-other group; undefined for an order outside any. */
export function ocoGroupOf(terms: OrderTerms): string | undefined {
  return terms.metadata?.oco === true ? terms.strategy.strategyId : undefined;
}

/** The candidates that are other orders of the order's one-cancels-other group. */
export function ocoSiblings(order: Pick<Order, 'terms'>, candidates: readonly Order[]): readonly Order[] {
  const group = ocoGroupOf(order.terms);
  if (group === undefined) return [];
  return candidates.filter(
    ({ terms }) =>
      terms.uuid !== order.terms.uuid && terms.owner === order.terms.owner && ocoGroupOf(terms) === group,
  );
}

/** Live orders of one group. Ending a group is one transaction, whose length this bounds. */
export const MAX_OCO_GROUP = 100;

/** Returns the state in which an order placed beside these siblings finds its one-cancels-other group. */
export function ocoGroupState(siblings: readonly Order[]): 'open' | 'ended' | 'full' {
  // A swap that was sent has ended the group, however it came out.
  if (siblings.some(({ status }) => status !== 'open' && status !== 'cancelled')) return 'ended';
  const live = siblings.filter(({ status }) => status === 'open');
  return live.length < MAX_OCO_GROUP ? 'open' : 'full';
}

/** Whether an order has a swap pending or mined, so that no sibling may be sent. */
export const hasTaken = (order: Order): boolean =>
  order.status === 'open'
    ? order.sending !== undefined
    : order.status === 'broadcasted' || order.status === 'confirmed';
