import type { LoggedOrderEvent } from '../../../../domain/order/events.js';
import { EVENTS } from '../../../../sdk/words/lifecycle.js';
import { titlesOf } from '../../../../sdk/words/reasons.js';
import { time, whole, wordOf, type WireOf } from '../../schema/schema.js';
import { fields, named } from '../../schema/shape.js';

/** An event of an order's log. Its facts follow the fields that every event has. */
export const ORDER_EVENT = named(
  'OrderEvent',
  fields<LoggedOrderEvent>()(
    {
      seq: whole('number of the event in its order’s log, from 1, without gaps', { minimum: 1 }),
      at: time('time of the event'),
      type: wordOf(titlesOf(EVENTS), 'kind of event'),
    },
    {
      additionalProperties: true,
      description: 'One entry of an order’s log; further fields are its facts.',
    },
  ),
);

/** An event of an order as JSON; further fields are its facts. */
export type OrderEventResponse = WireOf<typeof ORDER_EVENT>;

/** The event as JSON, with its facts after the fields of every event. */
export const orderEventResponse = (event: LoggedOrderEvent): OrderEventResponse =>
  Object.assign(ORDER_EVENT.write(event), event.facts);
