import { REQUESTS_PER_WINDOW } from '../../../../domain/api-key/rate-window.js';
import { ORDER_STATUSES } from '../../../../domain/order/order.js';
import { FAILURES_PER_MINUTE } from '../../swap/failed-keys.js';
import { RATE_HEADERS } from '../../operation/common-schemas.js';
import type {
  ResponseDescription,
  ErrorCase,
  JsonSchema,
  OperationDescription,
} from '../../operation/model.js';
import { ANY, INTERNAL, MALFORMED_PATH, outcome } from '../../operation/outcomes.js';
import { inPath } from '../../operation/parameter-list.js';
import { always, object, ref, text } from '../../operation/schema.js';
import { IDEMPOTENCY_ERRORS, IDEMPOTENCY_HEADER, REPLAYED } from './idempotency.js';
import { MISSING_AUTHENTICATION, MISSING_HEADERS, USED_SIGNATURE, WALLET_ERRORS } from './wallet-errors.js';

const ORDER_IN_PATH = inPath(
  'uuid',
  text('the order’s uuid, or client: and the clientOrderId that its owner gave it'),
);

const someCaller = {
  keyId: ANY,
  askedAt: new Date(0),
  standing: { limit: 0, remaining: 0, resetsAt: new Date(0) },
};

/** Before the order's own state is looked at. */
const ADMISSION_ERRORS: readonly ErrorCase[] = [
  MALFORMED_PATH,
  outcome({ kind: 'order-not-found' }, 'no order has this uuid or client order id'),
  MISSING_AUTHENTICATION,
  MISSING_HEADERS,
  outcome({ kind: 'invalid-api-key' }, 'there is no such API key'),
  outcome({ kind: 'api-key-inactive' }, 'the API key is revoked or expired'),
  ...WALLET_ERRORS,
  USED_SIGNATURE,
  outcome(
    { kind: 'rate-limit-exceeded', caller: someCaller },
    `the API key made more than ${REQUESTS_PER_WINDOW} requests in this minute, or this address showed more than ${FAILURES_PER_MINUTE} bad keys in a minute`,
  ),
  outcome({ kind: 'permission-denied' }, 'the API key lacks the permission'),
  outcome({ kind: 'key-of-another-wallet' }, 'the API key belongs to another wallet than the order'),
  outcome({ kind: 'not-order-owner' }, 'the wallet does not own the order'),
];

const answer = (description: string, schema: JsonSchema): ResponseDescription => ({
  status: 200,
  description,
  schema,
  caching: 'no-store',
  headers: { ...RATE_HEADERS, ...REPLAYED },
});

const signed = (action: string) => ({
  action: always(action),
  uuid: text('what stands in the path, as it was sent before percent-encoding'),
});

const EXECUTE: OperationDescription = {
  id: 'executeOrder',
  method: 'post',
  path: '/api/v1/orders/{uuid}/execute',
  summary: 'Send an open order’s swap now, on a fresh quote',
  rules: [
    'A trigger or a window does not hold it back; a validTo in the past does.',
    'Sent at most once: the signed transaction is stored before it is sent. After 503 broadcast-unknown ask for the order, or execute again, which sends the same transaction.',
    'An API key needs the permission execute.',
  ],
  access: ['api-key', 'wallet-headers'],
  signedFields: signed('execute_order'),
  parameters: [ORDER_IN_PATH, IDEMPOTENCY_HEADER],
  responses: [
    answer(
      'The swap is broadcast.',
      object({ status: always('success'), txid: ref('Txid', 'the swap’s transaction'), data: ref('Order') }),
    ),
  ],
  errors: [
    ...ADMISSION_ERRORS,
    outcome(
      { kind: 'order-not-open', uuid: ANY, status: ANY },
      `the order is not open: details.status is one of ${ORDER_STATUSES.slice(1).join(', ')}`,
    ),
    outcome({ kind: 'order-expired', uuid: ANY }, 'the order’s validTo has passed'),
    outcome({ kind: 'sibling-sent', uuid: ANY }, 'another order of its one-cancels-other group was sent'),
    outcome({ kind: 'order-already-broadcast', uuid: ANY, txid: ANY }, 'its swap is on its way'),
    outcome({ kind: 'no-route', reason: ANY }, 'no route leads to the output token; the order stays open'),
    outcome(
      { kind: 'below-minimum', amountOut: ANY, minAmountOut: ANY },
      'the fresh quote is below minAmountOut; the order stays open',
    ),
    outcome(
      { kind: 'swap-unprotectable' },
      'the amounts pass what post-conditions can bound; the order stays open',
    ),
    ...IDEMPOTENCY_ERRORS,
    outcome({ kind: 'execution-disabled' }, 'this server sends no swaps'),
    outcome({ kind: 'too-many-in-flight' }, 'too many swaps are on their way; the order stays open'),
    outcome({ kind: 'chain-unreachable', reason: ANY }, 'the chain does not answer; the order stays open'),
    outcome(
      { kind: 'broadcast-refused', reason: ANY, about: ANY },
      'the node refused the swap; the order stays open',
    ),
    outcome(
      { kind: 'broadcast-unknown', txid: ANY },
      'the swap is stored, and whether a node has it is not known yet',
    ),
    INTERNAL,
  ],
  curl: `-X POST "$BASE/swap/api/v1/orders/$UUID/execute" -H "x-api-key: $KEY" -H 'Idempotency-Key: run-1'`,
};

const CANCEL: OperationDescription = {
  id: 'cancelOrder',
  method: 'patch',
  path: '/api/v1/orders/{uuid}/cancel',
  summary: 'End an open order without a swap',
  rules: [
    'A confirmed, failed or cancelled order comes back unchanged with 200.',
    'An API key needs the permission cancel.',
  ],
  access: ['api-key', 'wallet-headers'],
  signedFields: signed('cancel_order'),
  parameters: [ORDER_IN_PATH, IDEMPOTENCY_HEADER],
  responses: [answer('The order as it is now.', object({ status: always('success'), data: ref('Order') }))],
  errors: [
    ...ADMISSION_ERRORS,
    outcome({ kind: 'order-already-broadcast', uuid: ANY, txid: ANY }, 'its swap is on its way'),
    ...IDEMPOTENCY_ERRORS,
    INTERNAL,
  ],
  curl: `-X PATCH "$BASE/swap/api/v1/orders/$UUID/cancel" -H "x-api-key: $KEY"`,
};

export const ORDER_CHANGES: readonly OperationDescription[] = [EXECUTE, CANCEL];
