import { MAX_EXTRA_BYTES, MAX_METADATA_BYTES, SERVER_SET } from '../../../../domain/order/draft.js';
import { CLIENT_ORDER_ID, LABEL_LENGTH } from '../../../../domain/order/draft-fields.js';
import { U64_MAX } from '../../../../domain/shared/units.js';
import { BODY_BYTES } from '../../json-body.js';
import { address, contractId } from '../../operation/common-schemas.js';
import type { JsonSchema, OperationDescription } from '../../operation/model.js';
import { ANY, BODY_ERRORS, INTERNAL, outcome, errorCase } from '../../operation/outcomes.js';
import { always, object, ref, text, time, units, whole } from '../../operation/schema.js';
import { IDEMPOTENCY_ERRORS, IDEMPOTENCY_HEADER, REPLAYED } from './idempotency.js';
import { TRIGGER_AND_LABELS } from './order-schemas.js';

const label = (description: string) => text(description, { maxLength: LABEL_LENGTH });
const position = (description: string) => whole(description, { minimum: 1, maximum: 1_000_000 });

const REQUIRED = {
  uuid: text('a UUID of your choice; it is signed, and the chain spends it once', { format: 'uuid' }),
  owner: address('the signer'),
  recipient: address('who is paid; equal to owner unless the router pays anybody'),
  inputToken: contractId('a subnet token; not .stx'),
  outputToken: contractId('what to buy'),
  amountIn: text(`decimal digits without sign or leading zero, 1 to ${U64_MAX}`, {
    pattern: '^[1-9][0-9]{0,19}$',
    'x-unit': 'smallest units of inputToken',
  }),
  signature: text('SIP-018 signature R, S, V with low s; a leading 0x is dropped. A secret', {
    pattern: '^(0x)?[0-9a-fA-F]{130}$',
  }),
};

const OPTIONAL = {
  router: contractId('one of the registry’s routers; when absent, the one that the signature fits'),
  ...TRIGGER_AND_LABELS,
  baseAsset: { ...TRIGGER_AND_LABELS.baseAsset, default: 'USD' },
  validFrom: time('not sent by itself before; before validTo'),
  validTo: time('not sent at or after; in the future'),
  minAmountOut: units('a quote below it is never sent'),
  clientOrderId: text('your own id, unique among your open and broadcasted orders', {
    pattern: CLIENT_ORDER_ID.source,
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
        description: 'true: one order of the strategyId being sent cancels the others',
      },
    },
    {
      optional: ['oco'],
      additionalProperties: true,
      description: `any JSON object, at most ${MAX_METADATA_BYTES} bytes; quote is set by the server`,
    },
  ),
} satisfies Readonly<Record<string, JsonSchema>>;

export const ORDER_DRAFT: JsonSchema = {
  type: 'object',
  description:
    `An order to place. conditionToken, targetPrice and direction come all together or not at all; without them the ` +
    `order is sent only when it is executed. Any other field is kept and returned, ${MAX_EXTRA_BYTES} bytes in all, ` +
    `but for those that the server sets: ${[...SERVER_SET].join(', ')}.`,
  properties: { ...REQUIRED, ...OPTIONAL },
  required: Object.keys(REQUIRED),
  additionalProperties: true,
};

export const PLACE_ORDER: OperationDescription = {
  id: 'placeOrder',
  method: 'post',
  path: '/api/v1/orders/new',
  summary: 'Place a signed order',
  rules: [
    'Sending the same order again is a safe retry: it answers with the stored one. The same uuid with anything changed is 409.',
    'Checked in this order: body, router, recipient, input token, signature, uuid.',
  ],
  access: ['order-signature'],
  parameters: [IDEMPOTENCY_HEADER],
  body: { description: 'The order.', schema: ref('OrderDraft'), maxBytes: BODY_BYTES },
  responses: [
    {
      status: 200,
      description: 'The stored order.',
      schema: object({ status: always('success'), data: ref('Order') }),
      caching: 'no-store',
      headers: REPLAYED,
    },
  ],
  errors: [
    ...BODY_ERRORS,
    errorCase(400, 'invalid-request', 'Invalid request', 'the body is no JSON object', { details: [ANY] }),
    outcome(
      { kind: 'invalid-order', problems: [{ field: ANY, message: ANY }] },
      'fields break their rules; details names every one of them',
    ),
    outcome({ kind: 'unknown-router', router: ANY }, 'the router is not one of the registry’s'),
    outcome(
      { kind: 'recipient-not-owner', router: ANY },
      'the router pays only the signer, and recipient is another',
    ),
    outcome({ kind: 'not-a-subnet-token', token: ANY }, 'the input token is not a subnet token'),
    outcome({ kind: 'signature-not-verified' }, 'the signature is not the owner’s over this order'),
    outcome({ kind: 'order-exists', uuid: ANY }, 'the uuid is taken by another order'),
    outcome(
      { kind: 'client-order-id-taken', clientOrderId: ANY },
      'the clientOrderId is taken by another open or broadcasted order of the owner',
    ),
    ...IDEMPOTENCY_ERRORS,
    INTERNAL,
  ],
  curl: `-X POST "$BASE/swap/api/v1/orders/new" -H 'Content-Type: application/json' -H 'Idempotency-Key: order-1' -d @order.json`,
};
