import type { Core } from '../../../../application/core.js';
import {
  MAX_EXTRA_BYTES,
  MAX_METADATA_BYTES,
  MAX_REVISION,
  SERVER_SET,
} from '../../../../domain/order/terms/draft.js';
import {
  checkJson,
  CLIENT_ORDER_ID,
  INTEGRATOR,
  LABEL_LENGTH,
} from '../../../../domain/order/terms/draft-fields.js';
import { MAX_PATH } from '../../../../domain/order/terms/plan-root.js';
import { FIXED_ORDER_BYTES } from '../../../../domain/order/limits/quotas.js';
import type { JsonObject } from '../../../../domain/shared/json.js';
import { U64_MAX } from '../../../../domain/shared/units.js';
import { valueOrThrow } from '../../errors/errors.js';
import { asObject, bodyLength, BODY_BYTES } from '../../requests/json-body.js';
import { noteCaller } from '../../requests/known-caller.js';
import { address, contractId } from '../../schema/common-schemas.js';
import { operation } from '../../operation/operation.js';
import { fault } from '../../errors/problem.js';
import { ANY, outcomes, type ErrorOf } from '../../schema/outcomes.js';
import { list, object, text, time, units, whole, type JsonSchema } from '../../schema/schema.js';
import { namedSchema } from '../../schema/shape.js';
import type { StoredPerAddress } from '../../requests/stored-per-address.js';
import { IDEMPOTENCY_ERRORS, IdempotencyHeaders, REPLAYED_HEADER, respondOnce } from './idempotency.js';
import { repeatableOrder } from './kept-order.js';
import { ORDER_BODY } from '../orders/order-shapes.js';
import { BOUNDS, GUARDS, TRIGGER } from '../orders/order-terms-shapes.js';

/** Parts that an operation needs to place orders. */
export interface PlacingParts extends Pick<Core, 'orders' | 'idempotency'> {
  readonly stored: StoredPerAddress;
}

const label = (description: string) => text(description, { maxLength: LABEL_LENGTH });
const position = (description: string) => whole(description, { minimum: 1, maximum: 1_000_000 });

const REQUIRED = {
  uuid: text('a UUID of your choice; it is signed, and can be spent once on the chain', { format: 'uuid' }),
  owner: address('the signer'),
  recipient: address('payee; equal to owner, unless the server accepts orders for routers that pay anyone'),
  inputToken: contractId('a subnet token; not .stx'),
  outputToken: contractId('token to buy; the registry’s wstx contract is read as .stx'),
  amountIn: text(`decimal digits without sign or leading zero, 1 to ${U64_MAX}`, {
    pattern: '^[1-9][0-9]{0,19}$',
    'x-unit': 'smallest units of inputToken',
  }),
  signature: text('SIP-018 signature R, S, V with low s; a leading 0x is dropped. A secret', {
    pattern: '^(0x)?[0-9a-fA-F]{130}$',
  }),
};

const OPTIONAL = {
  router: contractId('one of the registry’s routers; when absent, the one that fits the signature'),
  ...TRIGGER,
  baseAsset: { ...TRIGGER.baseAsset, default: 'USD' },
  validFrom: time('the executor does not send it before; before validTo, less than 90 days ahead'),
  validTo: time('not sent at or after; at least a second after now and validFrom'),
  after: text(
    'uuid of the entry that must be confirmed before this order is sent, as one of its exits, which cancel each other; needs termsSignature and the strategyId of the entry, whose strategyType is bracket and which has a termsSignature and a minAmountOut of at least amountIn; placed with the entry in one atomic batch',
    { format: 'uuid' },
  ),
  minAmountOut: units(
    'a quote below it is never sent, and the chain aborts a swap that would pay less; at most 2^64 - 1',
  ),
  slippage: {
    ...BOUNDS.slippage,
    description: `${BOUNDS.slippage.description}. At most SLUICE_MAX_SLIPPAGE, which is 0.05 by default`,
  },
  maxPriceImpact: BOUNDS.maxPriceImpact,
  ...GUARDS,
  termsSignature: text(
    'stx_signMessage by the owner over "sluice-terms:" and the SHA-256 (hex) of the canonical JSON (RFC 8785) of this object without signature, termsSignature, termsPath and metadata; the order is sent on these terms or not at all. A secret',
    { pattern: '^(0x)?[0-9a-fA-F]{130}$' },
  ),
  termsPath: list(
    text('a hash', { pattern: '^[0-9a-f]{64}$' }),
    'present if termsSignature is over "sluice-plan:" and the Merkle root over the terms of all orders of a plan: the hashes that lead from the terms of this order to the root',
    { minItems: 1, maxItems: MAX_PATH },
  ),
  revision: whole(
    'number of these terms among those that you sign for the order; each amendment has a higher one; needs termsSignature',
    {
      minimum: 1,
      maximum: MAX_REVISION,
    },
  ),
  replaces: text(
    'handle of an open order of yours that this one replaces: it is cancelled as this one is stored, or neither is; needs termsSignature',
    { format: 'uuid' },
  ),
  clientOrderId: text('your own id, unique among your open and broadcasted orders', {
    pattern: CLIENT_ORDER_ID.source,
  }),
  integrator: text('tag of the program that places the order, such as app.example.org', {
    pattern: INTEGRATOR.source,
  }),
  strategyId: label('groups orders of one plan'),
  strategyType: label('dca, twitter, range, target, in-and-out, split, batch, or any other text'),
  strategyDescription: label('the plan in words'),
  strategyPosition: position('place in the plan; at most strategySize'),
  strategySize: position('orders in the plan'),
  metadata: object(
    {
      oco: {
        type: 'boolean',
        description:
          'true: sending one order with the strategyId cancels the others; requires strategyId, at most 100 live orders',
      },
    },
    {
      optional: ['oco'],
      additionalProperties: true,
      description: `any JSON object, at most ${MAX_METADATA_BYTES} bytes; quote is set by the server`,
    },
  ),
} satisfies Readonly<Record<string, JsonSchema>>;

export const ORDER_DRAFT = namedSchema('OrderDraft', {
  type: 'object',
  description:
    `An order to place. conditionToken, direction and targetPrice or trail come together or not at all; without them the ` +
    `order is sent only when it is executed. Any other field is kept and returned, ${MAX_EXTRA_BYTES} bytes in all, ` +
    `but for those within two letters of one of these, which are taken for a mistake, and those that the server sets: ${[...SERVER_SET].join(', ')}.`,
  properties: { ...REQUIRED, ...OPTIONAL },
  required: Object.keys(REQUIRED),
  additionalProperties: true,
});

/** Status of a taken uuid or client order id. It counts as a result, because it is found only after the signature is verified. */
const KEPT_STATUSES = [409];

/** Error of a body that is JSON but no object. */
export const NOT_AN_OBJECT = fault('invalid-request', {
  cause: 'the body is not a JSON object',
  details: [ANY],
});

/** Refusals of an order that is not acceptable by itself. */
export const ORDER_REFUSALS = [
  'invalid-order',
  'unknown-router',
  'recipient-not-owner',
  'open-payout',
  'unregistered-token',
  'not-a-subnet-token',
  'router-cannot-verify',
  'signature-not-verified',
  'terms-signature-not-verified',
  'terms-signature-required',
  'same-token',
  'unknown-output-token',
  'unpriceable-token',
  'order-too-large',
] as const satisfies readonly ErrorOf<Core['orders']['place']>['kind'][];

/** Refusals of an order that is placed, or checked as if it were. */
export const PLACING_REFUSALS = [
  ...ORDER_REFUSALS,
  'oco-group-full',
  'open-quota-exceeded',
  'daily-quota-exceeded',
  'order-exists',
  'client-order-id-taken',
  'not-replaced',
] as const satisfies readonly ErrorOf<Core['orders']['place']>['kind'][];

export const placeOrder = operation({
  id: 'placeOrder',
  limitedAs: 'creates',
  replicated: 'changes',
  method: 'post',
  path: '/api/v1/orders/new',
  summary: 'Place a signed order',
  rules: [
    'Sending the same order again is a safe retry: the response is the stored order. The same uuid with anything changed is 409.',
    'Checked in this order: body, router, recipient, input token, signature, uuid, payout of the router, and whether the order can ever run.',
    'For quotas, an order counts with the bytes of its owner’s free fields as JSON, plus 2,500. Ended orders count on the day they were placed.',
    'An order placed into a one-cancels-other group after one of its orders was sent is stored and cancelled at once, with reason oco.',
  ],
  access: ['order-signature'],
  headers: IdempotencyHeaders,
  body: { description: 'The order.', schema: ORDER_DRAFT.ref(), maxBytes: BODY_BYTES },
  response: { description: 'The stored order.', schema: ORDER_BODY, headers: REPLAYED_HEADER },
  errors: [
    NOT_AN_OBJECT,
    ...outcomes<ErrorOf<Core['orders']['place']>>()(PLACING_REFUSALS),
    ...IDEMPOTENCY_ERRORS,
  ],
  curl: `-X POST "$BASE/swap/api/v1/orders/new" -H 'Content-Type: application/json' -d @order.json`,
  handle: async ({ orders, idempotency, stored }: PlacingParts, call) => {
    const payload = asObject(call.req.body);
    const request = {
      operation: 'POST /orders/new',
      caller: () => ownerIn(payload),
      payload,
      keptStatuses: KEPT_STATUSES,
    };
    const work = async () => {
      const tokens = await orders.tokens();
      const amount = { orders: 1, bytes: FIXED_ORDER_BYTES + bodyLength(call.req) };
      const order = await stored.during(call.req, amount, async () =>
        valueOrThrow(await orders.placeJson(payload)),
      );
      noteCaller(call.res, { owner: order.terms.owner });
      return { head: { status: 'success' as const }, order, tokens };
    };
    return respondOnce({ ...idempotency, stored }, call, request, repeatableOrder(orders, work));
  },
});

/** The owner named in the body. Undefined if no response is kept: the body is not an order, or is nested too deeply to be hashed. */
export const ownerIn = (body: Readonly<Record<string, unknown>>): string | undefined =>
  typeof body['owner'] === 'string' && checkJson(body as JsonObject).ok ? body['owner'] : undefined;
