import type { Core } from '../../../application/core.js';
import type { LoggedOrderEvent, OrderEventType } from '../../../domain/order/events.js';
import { idFor } from '../../../domain/order/handle.js';
import { valueOrThrow } from '../errors.js';
import { operation } from '../operation/operation.js';
import { outcomes, type ErrorOf } from '../operation/outcomes.js';
import { always, list, object, text, time, whole, wordOf, type WireOf } from '../operation/schema.js';
import { fields, named } from '../operation/shape.js';
import { RATE_HEADERS } from '../rate-headers.js';
import { ORDER_BODY, orderBody } from './order-shapes.js';
import { asReader, OWNER_CACHING, READ_BY_ANYONE, READER_ERRORS, type ReaderParts } from './reader.js';

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
  failed: 'the swap was mined and aborted',
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
      at: time('when it happened'),
      type: wordOf(EVENT_TYPES, 'what happened'),
    },
    {
      additionalProperties: true,
      description: 'One line of an order’s log; further fields are its facts.',
    },
  ),
);

/** An event of an order as JSON; further fields are its facts. */
export type OrderEventResponse = WireOf<typeof ORDER_EVENT>;

/** The event as JSON. */
export const orderEventResponse = (event: LoggedOrderEvent): OrderEventResponse =>
  Object.assign(ORDER_EVENT.write(event), event.facts);

export const UUID_IN_PATH = {
  uuid: text('the order’s handle or uuid, in any case; or client: and the clientOrderId, for its owner'),
};
export const ONE_ORDER_ERRORS = [
  ...READER_ERRORS,
  ...outcomes<ErrorOf<Core['orders']['get'] | Core['orders']['events']>>({
    'order-not-found': 'no order has this handle or uuid, and none of the owner this client order id',
  }),
];

export const getOrder = operation({
  id: 'getOrder',
  path: '/api/v1/orders/{uuid}',
  summary: 'Read one order',
  ...READ_BY_ANYONE,
  params: UUID_IN_PATH,
  response: {
    description: 'The order.',
    schema: ORDER_BODY,
    // Revalidated on each use: an order changes when the chain does.
    caching: 'no-cache',
    cachingNote: OWNER_CACHING,
    headers: RATE_HEADERS,
    tagged: true,
  },
  errors: ONE_ORDER_ERRORS,
  curl: '"$BASE/swap/api/v1/orders/$UUID"',
  origins: ({ corsOrigins }: ReaderParts) => corsOrigins,
  // A later evaluation with the same result is no change.
  essence: ({ data: { evaluation, ...order } }) =>
    evaluation && { ...order, evaluation: { ...evaluation, at: undefined } },
  handle: (parts: ReaderParts, call) =>
    asReader(
      parts,
      call,
      async (reader) => {
        const { orders } = parts;
        const order = valueOrThrow(await orders.get(call.params.uuid, reader.owner));
        const [tokens, evaluation] = [await orders.tokens(), await orders.evaluate(order)];
        return orderBody({ order, tokens, evaluation, id: idFor(reader, order) });
      },
      call.params.uuid,
    ),
});

export const listOrderEvents = operation({
  id: 'listOrderEvents',
  path: '/api/v1/orders/{uuid}/events',
  summary: 'Everything that happened to an order, oldest first',
  ...READ_BY_ANYONE,
  params: UUID_IN_PATH,
  response: {
    description: 'The order’s log.',
    schema: object({ status: always('success'), data: list(ORDER_EVENT.ref(), 'the events') }),
    headers: RATE_HEADERS,
  },
  errors: ONE_ORDER_ERRORS,
  curl: '"$BASE/swap/api/v1/orders/$UUID/events"',
  origins: ({ corsOrigins }: ReaderParts) => corsOrigins,
  handle: (parts: ReaderParts, call) =>
    asReader(
      parts,
      call,
      async (reader) => {
        const events = valueOrThrow(await parts.orders.events(call.params.uuid, reader.owner));
        return {
          status: 'success' as const,
          data: events.map(orderEventResponse),
        };
      },
      call.params.uuid,
    ),
});
