import { defined } from '../../shared/fields.js';
import type { Units } from '../../shared/units.js';
import { isPast, type Activation, type OpenOrder, type Order } from '../order.js';
import type { Transition } from './lifecycle.js';

/** The candidates that are exits of the entry. */
export const exitsOf = (entry: Pick<Order, 'terms'>, candidates: readonly Order[]): readonly Order[] =>
  candidates.filter(
    ({ terms }) => terms.owner === entry.terms.owner && terms.after?.uuid === entry.terms.uuid,
  );

/**
 * Change of an exit that follows from the state of its entry. Once the entry is confirmed, the exit may be sent; while the entry is
 * not, or no longer, it waits; and it ends with an entry that ended in any other way. Undefined if nothing changes, as for an exit that
 * has a swap: only the swap's outcome decides what becomes of it.
 */
export function followEntry(exit: Order, entry: Order, now: Date): Transition<Order> | undefined {
  if (exit.status !== 'open' || exit.sending !== undefined) return undefined;
  switch (entry.status) {
    case 'confirmed':
      return exit.activation === undefined ? activated(exit, boughtBy(entry), now) : undefined;
    case 'open':
    case 'broadcasted':
      return exit.activation === undefined ? undefined : deactivated(exit, now);
    case 'failed':
    case 'cancelled':
      return ended(exit, now);
  }
}

const boughtBy = (entry: Order): Units | undefined =>
  entry.status === 'confirmed' && !isPast(entry) ? entry.executedAmountOut : undefined;

function activated(exit: OpenOrder, bought: Units | undefined, now: Date): Transition<OpenOrder> {
  const order = { ...exit, activation: { at: now, ...defined({ bought }) } };
  const left = leftOver(order);
  const facts = defined({ bought: bought?.toString(), leftOver: left?.toString() });
  return { order, event: { type: 'activated', at: now, facts } };
}

function deactivated({ activation: _, ...order }: OpenOrder, now: Date): Transition<OpenOrder> {
  return { order, event: { type: 'deactivated', at: now, facts: {} } };
}

function ended({ terms, createdAt, version }: OpenOrder, now: Date): Transition<Order> {
  const cancelReason = 'entry-ended' as const;
  return {
    order: { terms, createdAt, version, status: 'cancelled', cancelledAt: now, cancelReason },
    event: { type: 'cancelled', at: now, facts: { reason: cancelReason } },
  };
}

/** Smallest units that the entry bought beyond what the exit sells; undefined before that is known. */
export const leftOver = ({
  terms,
  activation,
}: Pick<Order, 'terms'> & { readonly activation?: Activation }): bigint | undefined =>
  activation?.bought === undefined ? undefined : activation.bought - terms.amountIn;
