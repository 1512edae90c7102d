import type { LoggedOrderEvent, OrderEventType } from '../../../../domain/order/events.js';
import { time, whole, wordOf, type WireOf } from '../../schema/schema.js';
import { fields, named } from '../../schema/shape.js';

const EVENT_TYPES: Readonly<Record<OrderEventType, string>> = {
  created: 'placed',
  imported: 'taken over from another exchange: its status there and when it was created',
  waiting: 'why an order that is due is not sent yet; written each time the reason changes',
  'swap-stored': 'a signed swap is stored and will be sent',
  'swap-refused': 'the node refused the swap; the order is open again',
  broadcasted: 'a node has the swap',
  'fee-raised': 'the swap is stored again with a higher fee; either transaction may be mined',
  'cancel-requested': 'its owner cancelled it while its swap was overdue',
  'swap-given-up':
    'no node accepts the swap, or the order is to end: a no-op transaction uses its nonce; the swap may still be mined',
  'txid-changed': 'another transaction of the same swap replaced it',
  confirmed: 'the swap is mined',
  failed: 'the swap was mined and aborted, or another transaction used the signature',
  reopened: 'the swap can never be mined; the order is open again',
  orphaned: 'the swap’s block is no longer canonical; the swap is pending again',
  corrected:
    'a transaction that was taken for dropped, or that the order no longer referred to, has paid the order',
  cancelled: 'ended without a swap',
};

/** An event of an order's log. Its facts follow the fields that every event has. */
export const ORDER_EVENT = named(
  'OrderEvent',
  fields<LoggedOrderEvent>()(
    {
      seq: whole('counts an order’s events from 1, without gaps', { minimum: 1 }),
      at: time('time of the event'),
      type: wordOf(EVENT_TYPES, 'kind of event'),
    },
    {
      additionalProperties: true,
      description: 'One line of an order’s log; further fields are its facts.',
    },
  ),
);

/** An event of an order as JSON; further fields are its facts. */
export type OrderEventResponse = WireOf<typeof ORDER_EVENT>;

/** The event as JSON, with its facts behind the fields that every event has. */
export const orderEventResponse = (event: LoggedOrderEvent): OrderEventResponse =>
  Object.assign(ORDER_EVENT.write(event), event.facts);
