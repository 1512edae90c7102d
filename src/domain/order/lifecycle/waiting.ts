import type { JsonObject } from '../../shared/json.js';
import type { LoggedOrderEvent } from '../events.js';
import type { Transition } from './lifecycle.js';
import type { OpenOrder, Order } from '../order.js';

/** Reason why a due order is not sent, for its log. */
export interface WaitingFacts extends JsonObject {
  /** Stable word, such as `no-route` or `price-thin`. */
  readonly reason: string;
}

/**
 * The event with the reason why the order is not sent; undefined if that is already the log's last entry, or if the order does
 * not wait.
 */
export function noteWaiting(
  order: Order,
  facts: WaitingFacts,
  last: LoggedOrderEvent | undefined,
  now: Date,
): Transition<OpenOrder> | undefined {
  if (order.status !== 'open' || order.sending !== undefined) return undefined;
  const isKnown = last?.type === 'waiting' && last.facts['reason'] === facts.reason;
  return isKnown ? undefined : { order, event: { type: 'waiting', at: now, facts } };
}
