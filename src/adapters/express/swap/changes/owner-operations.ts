import type { AuthorizeOwnerError } from '../../../../application/authorization/authorize-owner.js';
import type { Core } from '../../../../application/core.js';
import type { OrderNotFound } from '../../../../application/orders/find-order.js';
import { valueOrThrow } from '../../errors/errors.js';
import { operation } from '../../operation/operation.js';
import { outcomes, type ErrorOf } from '../../schema/outcomes.js';
import { always, object, ref, text, type WireOf } from '../../schema/schema.js';
import { RATE_HEADERS } from '../../operation/rate-headers.js';
import { IDEMPOTENCY_ERRORS, IdempotencyHeaders, REPLAYED_HEADER } from './idempotency.js';
import { repeatableOrder } from './kept-order.js';
import { ORDER, ORDER_BODY } from '../orders/order-shapes.js';
import { KEY_ERRORS } from '../access/key-request.js';
import { asOwner, type OwnerParts } from './owner-request.js';
import { MISSING_AUTHENTICATION, MISSING_HEADERS, PROOF_REFUSALS } from '../../requests/wallet-proof.js';

/** Refusals of a caller who may not act on the order. */
const OWNER_REFUSALS = [
  'order-not-found',
  ...PROOF_REFUSALS,
  'permission-denied',
  'outside-key-limits',
  'key-of-another-wallet',
  'not-order-owner',
] as const satisfies readonly (OrderNotFound | AuthorizeOwnerError)['kind'][];

export const OWNER_ERRORS = [MISSING_AUTHENTICATION, MISSING_HEADERS, ...KEY_ERRORS, ...IDEMPOTENCY_ERRORS];

/** Common part of the operations that change one order. */
const owned = <A extends 'execute' | 'cancel'>(action: A) => ({
  replicated: 'changes' as const,
  path: `/api/v1/orders/{uuid}/${action}` as const,
  access: ['api-key', 'wallet-headers'] as const,
  signedFields: {
    action: always(`${action}_order`),
    uuid: text('the order’s name as in the path, before percent-encoding'),
  },
  params: {
    uuid: text('the order’s handle or uuid, or client: and the clientOrderId that its owner gave it'),
  },
  headers: IdempotencyHeaders,
  sign: `action=${action}_order uuid=$UUID`,
});

export const OWNER_HEADERS = { ...RATE_HEADERS, ...REPLAYED_HEADER };

const EXECUTED = object({
  status: always('success'),
  txid: ref<string>('Txid', 'the swap’s transaction'),
  data: ORDER.ref(),
});

/** The body of `POST /api/v1/orders/{uuid}/execute`: the order with the transaction of its swap. */
export type ExecuteOrderResponse = WireOf<typeof EXECUTED>;

export const executeOrder = operation({
  id: 'executeOrder',
  priority: 'urgent',
  limitedAs: 'executes',
  ...owned('execute'),
  method: 'post',
  summary: 'Send an open order’s swap now, on a fresh quote',
  rules: [
    'Triggers and windows do not delay it; a validTo in the past is an error.',
    'Sent at most once: the signed transaction is stored before it is sent. After 503 broadcast-unknown, read the order, or execute again, which sends the same transaction.',
    'An API key needs the permission execute, and limits that allow the order; the order then counts once a day against its daily amounts.',
  ],
  response: { description: 'The swap is broadcast.', schema: EXECUTED, headers: OWNER_HEADERS },
  errors: [
    ...OWNER_ERRORS,
    ...outcomes<ErrorOf<Core['orders']['execute']>>()([
      ...OWNER_REFUSALS,
      'key-amount-exceeded',
      'order-not-open',
      'order-expired',
      'order-spent',
      'terms-changed',
      'insufficient-balance',
      'sibling-sent',
      'entry-not-confirmed',
      'no-route',
      'below-minimum',
      'price-impact',
      'unprotected-route',
      'swap-unprotectable',
      'execution-disabled',
      'wallet-rate-exceeded',
      'owner-in-flight',
      'too-many-failures',
      'paused',
      'restored',
      'went-back',
      'dry-run',
      'operator-balance-low',
      'fee-limit-reached',
      'worth-limit-reached',
      'worth-unknown',
      'worth-too-high',
      'too-many-in-flight',
      'chain-unreachable',
      'broadcast-refused',
      'broadcast-unknown',
    ]),
  ],
  curl: `-X POST "$BASE/swap/api/v1/orders/$UUID/execute" -H @headers.txt -H "Idempotency-Key: $UUID-1"`,
  handle: (parts: OwnerParts, call) =>
    asOwner(parts, { ...call, action: 'execute' }, (authorization) =>
      repeatableOrder(parts.orders, async () => {
        // Read before the swap is sent: from then until the response, nothing may fail.
        const tokens = await parts.orders.tokens();
        const { txid, order } = valueOrThrow(
          await parts.orders.execute({ ref: call.params.uuid, authorization }),
        );
        return { head: { status: 'success' as const, txid }, order, tokens };
      }),
    ),
});

export const cancelOrder = operation({
  id: 'cancelOrder',
  priority: 'urgent',
  limitedAs: 'cancels',
  ...owned('cancel'),
  method: 'patch',
  summary: 'End an open order without a swap',
  rules: [
    'A confirmed, failed or cancelled order is returned unchanged with 200.',
    'An order whose swap is overdue, because no node is known to have it or no block includes it, is returned with `ending`: a no-op transaction takes the swap’s nonce. Its status becomes cancelled once the no-op is mined, confirmed if the swap is.',
    'So is any open order while the database, which was restored or went back, is not released: it may have lost a swap of the order. Nothing is sent for the order, which is cancelled after the release unless a swap of it is found.',
    'An API key needs the permission cancel, and limits that allow the order.',
  ],
  response: { description: 'The order as it is now.', schema: ORDER_BODY, headers: OWNER_HEADERS },
  errors: [
    ...OWNER_ERRORS,
    ...outcomes<ErrorOf<Core['orders']['cancel']>>()([...OWNER_REFUSALS, 'order-already-broadcast']),
  ],
  curl: `-X PATCH "$BASE/swap/api/v1/orders/$UUID/cancel" -H @headers.txt`,
  handle: (parts: OwnerParts, call) =>
    asOwner(parts, { ...call, action: 'cancel' }, (authorization) =>
      repeatableOrder(parts.orders, async () => {
        const tokens = await parts.orders.tokens();
        const order = valueOrThrow(await parts.orders.cancel({ ref: call.params.uuid, authorization }));
        return { head: { status: 'success' as const }, order, tokens };
      }),
    ),
});
