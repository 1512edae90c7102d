import type { ContractId } from '../shared/contract-id.js';
import type { JsonObject } from '../shared/json.js';
import type { LoggedOrderEvent } from './events.js';
import type { Transition } from './lifecycle.js';
import type { OpenOrder, Order } from './order.js';
import type { UnusablePrice } from './conditions/price-ratio.js';

/** Why a due order is not sent, for its log. */
export interface WaitingFacts extends JsonObject {
  /** Stable word, such as `no-route` or `price-thin`. */
  readonly reason: string;
}

/** Names the token whose price is unusable. */
export const heldByPrice = ({ reason, token }: { reason: UnusablePrice['reason']; token: ContractId }) =>
  ({ reason, token }) satisfies WaitingFacts;

/**
 * The event that says why the order is not sent. Undefined when the log already ends with the same reason, and for an
 * order that is not waiting.
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
