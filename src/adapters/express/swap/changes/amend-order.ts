import type { Core } from '../../../../application/core.js';
import { valueOrThrow } from '../../errors/errors.js';
import { operation } from '../../operation/operation.js';
import { asObject, bodyLength, BODY_BYTES } from '../../requests/json-body.js';
import { ADDRESS_QUOTA, ROW_BYTES, type StoredPerAddress } from '../../requests/stored-per-address.js';
import { outcomes, type ErrorOf } from '../../schema/outcomes.js';
import { namedSchema } from '../../schema/shape.js';
import { ORDER_BODY, orderBody } from '../orders/order-shapes.js';
import { UUID_IN_PATH } from '../orders/read-order.js';
import { NOT_AN_OBJECT, ORDER_DRAFT, ORDER_REFUSALS } from './place-order.js';

/** Parts that the operation needs. */
export interface AmendingParts {
  readonly orders: Pick<Core['orders'], 'amend' | 'tokens' | 'evaluate'>;
  readonly stored: StoredPerAddress;
}

const NEEDED = [
  'uuid',
  'owner',
  'recipient',
  'inputToken',
  'outputToken',
  'amountIn',
  'termsSignature',
  'revision',
];

export const ORDER_AMENDMENT = namedSchema('OrderAmendment', {
  ...ORDER_DRAFT.schema,
  description: 'All terms of an order as they are to be. Its own signature and metadata stay as they are.',
  required: NEEDED,
});

export const amendOrder = operation({
  id: 'amendOrder',
  limitedAs: 'creates',
  replicated: 'changes',
  method: 'patch',
  path: '/api/v1/orders/{uuid}',
  summary: 'Replace the terms of an open order by others that its owner has signed',
  rules: [
    'May change: trigger, window, minAmountOut, slippage, maxPriceImpact, minLiquidityUsd, confirm and fields without a meaning here. Anything else is 400 pinned-terms: place another order that replaces this one.',
    'An order that waits for no price (conditionToken *) has its limit in minAmountOut: another targetPrice or direction of it is 400 pinned-terms.',
    'A trail may change its distance and activation; an order cannot begin to trail, since marks count from its placement.',
    'revision must be higher than that of the stored terms, and termsSignature covers it: earlier terms cannot be brought back.',
    'From the response on, the order is sent on the new terms or not at all. Its event amended has the former values of what changed.',
    'Sending the same amendment again is a safe retry.',
  ],
  access: ['order-signature'],
  params: UUID_IN_PATH,
  body: { description: 'The terms.', schema: ORDER_AMENDMENT.ref(), maxBytes: BODY_BYTES },
  response: { description: 'The order with its new terms.', schema: ORDER_BODY },
  errors: [
    NOT_AN_OBJECT,
    ADDRESS_QUOTA,
    ...outcomes<ErrorOf<Core['orders']['amend']>>()([
      'order-not-found',
      ...ORDER_REFUSALS,
      'pinned-terms',
      'outdated-revision',
      'order-not-open',
      'order-already-broadcast',
    ]),
  ],
  curl: `-X PATCH "$BASE/swap/api/v1/orders/$UUID" -H 'Content-Type: application/json' -d @amendment.json`,
  handle: async ({ orders, stored }: AmendingParts, { req, params }) => {
    const input = asObject(req.body);
    const tokens = await orders.tokens();
    const amount = { bytes: ROW_BYTES + bodyLength(req) };
    const order = await stored.during(req, amount, async () =>
      valueOrThrow(await orders.amend(params.uuid, input)),
    );
    // The caller who can sign the terms is the owner, who knows the uuid.
    const id = order.terms.uuid;
    return orderBody({ order, tokens, evaluation: await orders.evaluate(order), id });
  },
});
