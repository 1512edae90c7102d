import { ArrayMaxSize, ArrayMinSize, IsBoolean, IsDefined, IsObject } from 'class-validator';
import {
  MAX_BATCH,
  type BatchRefused,
  type BatchResult,
} from '../../../../application/orders/place-batch.js';
import { FIXED_ORDER_BYTES } from '../../../../domain/order/limits/quotas.js';
import type { TokenBook } from '../../../../domain/metadata-record/token-book.js';
import { problemOf } from '../../errors/errors.js';
import { bodyLength, invalidBody, readBody } from '../../requests/json-body.js';
import { Param, schemaOf } from '../../schema/request-class.js';
import { operation } from '../../operation/operation.js';
import { ANY, outcomes } from '../../schema/outcomes.js';
import { list, object, oneOf, text, wordOf, type WireOf } from '../../schema/schema.js';
import { namedSchema } from '../../schema/shape.js';
import { IDEMPOTENCY_ERRORS, IdempotencyHeaders, REPLAYED_HEADER, respondOnce } from './idempotency.js';
import { keepOrder, restoreOrder, showOrder, type KeptOrder } from './kept-order.js';
import { ORDER, type OrderResponse } from '../orders/order-shapes.js';
import { ORDER_DRAFT, ownerIn, type PlacingParts } from './place-order.js';

/** Longest body: about 20 KB for each of 100 orders. */
const BATCH_BYTES = 2 * 1024 * 1024;

type Body = Readonly<Record<string, unknown>>;

const BAD_ORDERS = { message: `must be 1 to ${MAX_BATCH} JSON objects` };

class BatchBody {
  @IsDefined(BAD_ORDERS)
  @ArrayMinSize(1, BAD_ORDERS)
  @ArrayMaxSize(MAX_BATCH)
  @IsObject({ each: true })
  @Param('bodies of POST /orders/new', { items: ORDER_DRAFT.ref() })
  orders!: readonly Body[];

  @IsBoolean() @Param('true: all are stored, or none') atomic = false;
}

export const BATCH_DRAFT = namedSchema('OrderBatchDraft', schemaOf(BatchBody, 'Orders to place.'));

const BATCH = object({
  status: wordOf(
    { success: 'every order is stored', partial: 'some are', error: 'none is' },
    'number of orders stored: all, some or none',
  ),
  results: list(
    object(
      {
        uuid: text('as sent'),
        status: oneOf(['success', 'error'], 'whether the order is stored'),
        data: ORDER.ref('the stored order; success'),
        error: text('for people; error'),
        code: text('the code that POST /orders/new responds with, or batch-refused; error'),
        details: list(text('a field and what is wrong with it'), 'with the code invalid-order'),
        hint: text('advice, as in other errors; error'),
      },
      { optional: ['uuid', 'data', 'error', 'code', 'details', 'hint'] },
    ),
    'one for each order, in the same order',
  ),
});

/** The body of `POST /api/v1/orders/batch`: the outcome for each order. */
export type OrderBatchResponse = WireOf<typeof BATCH>;

/** Error, in the results of an atomic batch, of orders that were not stored because another order was refused. */
export const BATCH_REFUSED = outcomes<BatchRefused>()(['batch-refused']);

const COMPLETE = { description: 'Every order is stored.', schema: BATCH, headers: REPLAYED_HEADER };

export const placeOrders = operation({
  id: 'placeOrders',
  replicated: 'changes',
  limitedAs: 'creates',
  method: 'post',
  path: '/api/v1/orders/batch',
  summary: 'Place up to 100 signed orders',
  rules: [
    'Each order is checked in turn, as POST /orders/new checks it. Sending a batch again is a safe retry.',
    'Only the response to a batch whose orders are all stored is kept under an Idempotency-Key.',
    'With atomic, a batch stores nothing if any order is refused; the other orders have the code batch-refused.',
  ],
  access: ['order-signature'],
  headers: IdempotencyHeaders,
  body: { description: 'The orders.', schema: BATCH_DRAFT.ref(), maxBytes: BATCH_BYTES },
  response: COMPLETE,
  otherwise: {
    ...COMPLETE,
    status: 207,
    description: 'Some orders, or all, are not stored.',
    when: ({ status }) => status !== 'success',
  },
  errors: [invalidBody(ANY), ...IDEMPOTENCY_ERRORS],
  curl: `-X POST "$BASE/swap/api/v1/orders/batch" -H 'Content-Type: application/json' -d "{\\"orders\\":[$(cat order.json)]}"`,
  handle: async ({ orders, idempotency, stored: storedBy }: PlacingParts, call) => {
    const payload: unknown = call.req.body;
    const { orders: bodies, atomic } = readBody(payload, call.res, BatchBody);
    const request = {
      operation: 'POST /orders/batch',
      // No response is kept for a batch in which any body is not an order.
      caller: () => (bodies.every((body) => ownerIn(body) !== undefined) ? ownerIn(bodies[0]!) : undefined),
      payload,
      keptStatuses: [],
    };
    const work = async () => {
      const tokens = await orders.tokens();
      const { length } = bodies;
      const amount = { orders: length, bytes: length * FIXED_ORDER_BYTES + bodyLength(call.req) };
      const results = await storedBy.during(call.req, amount, () =>
        orders.placeJsonBatch({ orders: bodies, atomic }),
      );
      const views = results.map((result, n) => viewOf(bodies[n]!, result, tokens));
      const stored = results.flatMap((result) => (result.ok ? [result.value] : []));
      const isComplete = stored.length === results.length;
      const status = isComplete ? 'success' : stored.length > 0 ? 'partial' : 'error';
      const kept = () =>
        isComplete ? stored.map((order, n) => keepOrder({ order, tokens }, views[n]!.data!)) : undefined;
      return { body: { status, results: views } as OrderBatchResponse, kept };
    };
    const restore = async (kept: readonly KeptOrder[]): Promise<OrderBatchResponse> => {
      const shown = await Promise.all(kept.map((order) => restoreOrder(orders, order)));
      return { status: 'success', results: shown.map(storedView) };
    };
    return respondOnce({ ...idempotency, stored: storedBy }, call, request, { work, restore });
  },
});

const storedView = (data: OrderResponse): OrderBatchResponse['results'][number] => ({
  uuid: data.uuid,
  status: 'success',
  data,
});

function viewOf(body: Body, result: BatchResult, tokens: TokenBook): OrderBatchResponse['results'][number] {
  const uuid = typeof body['uuid'] === 'string' ? { uuid: body['uuid'] } : {};
  if (result.ok) return storedView(showOrder({ order: result.value, tokens }));
  const { error, code, details, hint } = problemOf(result.error);
  return {
    ...uuid,
    status: 'error',
    error,
    code,
    ...(Array.isArray(details) && { details: details.map(String) }),
    ...(hint !== undefined && { hint }),
  };
}
