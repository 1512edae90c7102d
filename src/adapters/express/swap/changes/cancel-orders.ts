import type { Core } from '../../../../application/core.js';
import { MAX_CANCELLED, type SkippedOrder } from '../../../../application/orders/cancel-orders.js';
import { LABEL_LENGTH } from '../../../../domain/order/terms/draft-fields.js';
import { SELECTION_FIELDS } from '../../../../domain/order/lists/order-selection.js';
import { valueOrThrow } from '../../errors/errors.js';
import { asObject, BODY_BYTES } from '../../requests/json-body.js';
import { contractId } from '../../schema/common-schemas.js';
import { operation } from '../../operation/operation.js';
import { outcomes, type ErrorOf } from '../../schema/outcomes.js';
import { always, flag, list, object, ref, text, wordOf, type WireOf } from '../../schema/schema.js';
import { namedSchema } from '../../schema/shape.js';
import { IdempotencyHeaders } from './idempotency.js';
import { OWNER_ERRORS, OWNER_HEADERS } from './owner-operations.js';
import { asOwnerOfMany, type OwnerParts } from './owner-request.js';
import { PROOF_REFUSALS } from '../../requests/wallet-proof.js';

const FIELDS = {
  strategyId: text('only orders of this plan', { minLength: 1, maxLength: LABEL_LENGTH }),
  inputToken: contractId('only orders that pay this token'),
  outputToken: contractId('only orders that buy this token'),
  pair: text(
    'only orders that sell either of two tokens for the other: their contract ids, separated by a comma',
  ),
};
/** A field of the selection, as the wallet signs it. */
const AS_IN_BODY = text('as in the body; absent if the body has none');

export const ORDER_SELECTION = namedSchema(
  'OrderSelection',
  object(FIELDS, {
    optional: SELECTION_FIELDS,
    description: 'Selection of the owner’s open orders: those that match all fields, or every one if empty.',
  }),
);

const REASONS: Readonly<Record<SkippedOrder['reason'], string>> = {
  'order-already-broadcast': 'its swap is in flight',
  ending:
    'its swap is overdue, and a no-op transaction takes its nonce, or the database is being recovered: the mined transaction decides',
  'order-not-open': 'it was executed meanwhile',
  'order-not-found': 'it was deleted meanwhile',
};

const CANCELLED = object({
  status: always('success'),
  cancelled: list(ref<string>('Uuid', 'an order’s uuid'), 'the orders that are cancelled'),
  skipped: list(
    object({
      id: ref<string>('Uuid', 'the order’s uuid'),
      reason: wordOf(REASONS, 'reason why it is not cancelled'),
    }),
    'the orders that are not',
  ),
  more: flag(`whether more than ${MAX_CANCELLED} orders match: the next request continues with the others`),
});

/** The body of `POST /api/v1/orders/cancel`: the outcome for each order. */
export type CancelOrdersResponse = WireOf<typeof CANCELLED>;

export const cancelOrders = operation({
  id: 'cancelOrders',
  replicated: 'changes',
  priority: 'urgent',
  limitedAs: 'cancels',
  method: 'post',
  path: '/api/v1/orders/cancel',
  summary: 'End all of an owner’s open orders, or those of a plan, a token or a pair',
  rules: [
    'A wallet signs exactly the fields of the body, with the same values.',
    `A request ends up to ${MAX_CANCELLED} orders, oldest first. While more is true, sign and send another one.`,
    'Each order is ended separately: if the request fails half-way, orders stay ended. Sending it again is safe.',
    'Orders whose swap a node has are no longer open, and are not listed.',
    'An API key needs the permission cancel, and ends only the orders that its limits allow.',
  ],
  access: ['api-key', 'wallet-headers'],
  signedFields: {
    action: always('cancel_orders'),
    ...Object.fromEntries(SELECTION_FIELDS.map((name) => [name, AS_IN_BODY])),
  },
  headers: IdempotencyHeaders,
  body: { description: 'The orders.', schema: ORDER_SELECTION.ref(), maxBytes: BODY_BYTES },
  response: { description: 'Outcome for each order.', schema: CANCELLED, headers: OWNER_HEADERS },
  errors: [
    ...OWNER_ERRORS,
    ...outcomes<ErrorOf<Core['orders']['cancelMany']>>()([
      ...PROOF_REFUSALS,
      'invalid-selection',
      'permission-denied',
    ]),
  ],
  curl: `-X POST "$BASE/swap/api/v1/orders/cancel" -H @headers.txt -H 'Content-Type: application/json' -d '{"strategyId":"plan"}'`,
  sign: 'action=cancel_orders strategyId=plan',
  handle: (parts: OwnerParts, { req, res }) => {
    const selection = asObject(req.body);
    const call = {
      req,
      res,
      action: 'cancel',
      operation: 'POST /orders/cancel',
      payload: selection,
    } as const;
    return asOwnerOfMany(parts, call, (authorization) => ({
      work: async () => {
        const ended = valueOrThrow(await parts.orders.cancelMany({ selection, authorization }));
        const skipped = ended.skipped.map(({ uuid, reason }) => ({ id: uuid, reason }));
        const { cancelled, more } = ended;
        const body: CancelOrdersResponse = { status: 'success', cancelled, skipped, more };
        return { body, kept: () => body };
      },
      restore: async (kept: CancelOrdersResponse) => kept,
    }));
  },
});
