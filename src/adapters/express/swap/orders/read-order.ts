import type { Core } from '../../../../application/core.js';
import { idFor } from '../../../../domain/order/terms/handle.js';
import { valueOrThrow } from '../../errors/errors.js';
import { operation } from '../../operation/operation.js';
import { outcomes, type ErrorOf } from '../../schema/outcomes.js';
import { always, list, object, text } from '../../schema/schema.js';
import { ORDER_EVENT, orderEventResponse } from './order-event-shape.js';
import { ORDER_BODY, orderBody } from './order-shapes.js';
import {
  asReader,
  CACHED_FOR_ANYONE,
  ORDERS_FAILED,
  READ_BY_ANYONE,
  READER_ERRORS,
  READER_HEADERS,
  ViewQuery,
  type ReaderParts,
} from '../access/reader.js';

export const UUID_IN_PATH = {
  uuid: text('the order’s handle or uuid, in any case; or client: and the clientOrderId, for its owner'),
};
export const ONE_ORDER_ERRORS = [
  ...READER_ERRORS,
  ...outcomes<ErrorOf<Core['orders']['get'] | Core['orders']['events']>>()(['order-not-found']),
];

export const getOrder = operation({
  id: 'getOrder',
  path: '/api/v1/orders/{uuid}',
  summary: 'Read one order',
  ...READ_BY_ANYONE,
  replicated: 'reads',
  params: UUID_IN_PATH,
  query: ViewQuery,
  response: {
    description: 'The order.',
    schema: ORDER_BODY,
    // Caches revalidate it on each use, since an order changes with the chain.
    caching: 'no-cache',
    ...CACHED_FOR_ANYONE,
  },
  errors: ONE_ORDER_ERRORS,
  failure: ORDERS_FAILED,
  curl: '"$BASE/swap/api/v1/orders/$UUID"',
  // A later evaluation with the same result is not a change.
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
        const markOf = await orders.marksOf([order]);
        return orderBody({ order, tokens, evaluation, mark: markOf(order), id: idFor(reader, order) });
      },
      call.params.uuid,
    ),
});

export const listOrderEvents = operation({
  id: 'listOrderEvents',
  path: '/api/v1/orders/{uuid}/events',
  summary: 'Everything that happened to an order, oldest first',
  ...READ_BY_ANYONE,
  replicated: 'reads',
  params: UUID_IN_PATH,
  query: ViewQuery,
  response: {
    description: 'The order’s log.',
    schema: object({ status: always('success'), data: list(ORDER_EVENT.ref(), 'the events') }),
    headers: READER_HEADERS,
  },
  errors: ONE_ORDER_ERRORS,
  failure: ORDERS_FAILED,
  curl: '"$BASE/swap/api/v1/orders/$UUID/events"',
  handle: (parts: ReaderParts, call) =>
    asReader(
      parts,
      call,
      async (reader) => {
        const events = valueOrThrow(await parts.orders.events(call.params.uuid, reader.owner));
        return { status: 'success' as const, data: events.map(orderEventResponse) };
      },
      call.params.uuid,
    ),
});
