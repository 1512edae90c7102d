import type { AuthorizeOwnerError } from '../../../../application/authorization/authorize-owner.js';
import type { Core } from '../../../../application/core.js';
import type { OrderNotFound } from '../../../../application/orders/find-order.js';
import { REQUESTS_PER_WINDOW } from '../../../../domain/api-key/rate-window.js';
import type { KeyAction } from '../../../../domain/api-key/usage.js';
import { ORDER_STATUSES } from '../../../../domain/order/order.js';
import { valueOrThrow } from '../../errors/errors.js';
import { operation } from '../../operation/operation.js';
import { outcomes, type ErrorOf } from '../../schema/outcomes.js';
import { always, object, ref, text, type WireOf } from '../../schema/schema.js';
import { RATE_HEADERS } from '../../operation/rate-headers.js';
import { IDEMPOTENCY_ERRORS, IdempotencyHeaders, REPLAYED_HEADER } from './idempotency.js';
import { repeatableOrder } from './kept-order.js';
import { ORDER, ORDER_BODY } from '../orders/order-shapes.js';
import { KEY_REFUSALS } from '../access/key-request.js';
import { asOwner, type OwnerParts } from './owner-request.js';
import { MISSING_AUTHENTICATION, MISSING_HEADERS, PROOF_REFUSALS } from '../../requests/wallet-proof.js';

/** Reasons to refuse a caller, by kind. */
const OWNER_REFUSALS = {
  'order-not-found': 'no order has this handle, uuid or client order id',
  ...PROOF_REFUSALS,
  'permission-denied': 'the API key lacks the permission',
  'key-of-another-wallet': 'the API key belongs to another wallet than the order',
  'not-order-owner': 'the wallet does not own the order',
} as const satisfies Readonly<Record<(OrderNotFound | AuthorizeOwnerError)['kind'], string>>;

export const OWNER_ERRORS = [
  MISSING_AUTHENTICATION,
  MISSING_HEADERS,
  ...outcomes<ErrorOf<Core['apiKeys']['authenticate']>>(KEY_REFUSALS),
  ...IDEMPOTENCY_ERRORS,
];

/** Common part of these operations. */
const owned = <A extends Exclude<KeyAction, 'read'>>(action: A) => ({
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
  limitedAs: 'executes',
  ...owned('execute'),
  method: 'post',
  summary: 'Send an open order’s swap now, on a fresh quote',
  rules: [
    'A trigger or a window does not delay it; a validTo in the past is an error.',
    'Sent at most once: the signed transaction is stored before it is sent. After 503 broadcast-unknown read the order, or execute again, which sends the same transaction.',
    'An API key needs the permission execute.',
  ],
  response: { description: 'The swap is broadcast.', schema: EXECUTED, headers: OWNER_HEADERS },
  errors: [
    ...OWNER_ERRORS,
    ...outcomes<ErrorOf<Core['orders']['execute']>>({
      ...OWNER_REFUSALS,
      'order-not-open': `the order is not open: details.status is one of ${ORDER_STATUSES.slice(1).join(', ')}, and details.txid the swap of a broadcasted one`,
      'order-expired': 'the order’s validTo has passed',
      'order-spent':
        'the order’s signature is used on the chain; its record follows once the transaction is seen',
      'terms-changed':
        'the stored terms are not those that the owner signed, or the server requires signed terms and the order has none; it is never sent',
      'insufficient-balance':
        'the owner has less of the input token than the order and the owner’s swaps under way take; the order stays open',
      'sibling-sent': 'another order of its one-cancels-other group was sent',
      'no-route': 'no route leads to the output token; the order stays open',
      'below-minimum': 'the fresh quote is below minAmountOut; the order stays open',
      'price-impact': 'the price impact of the fresh quote is above maxPriceImpact; the order stays open',
      'unprotected-route':
        'the order has a minAmountOut or a slippage, and no route to its output can be held to them by the chain; it stays open',
      'swap-unprotectable': 'the amounts exceed what post-conditions can bound; the order stays open',
      'execution-disabled': 'this server sends no swaps',
      'wallet-rate-exceeded': `the wallet signed more than ${REQUESTS_PER_WINDOW} executes in this minute`,
      'owner-in-flight':
        'as many swaps of the owner are pending as one owner may have (SLUICE_OWNER_IN_FLIGHT); the order stays open',
      'too-many-failures':
        'too many swaps of the owner have failed within the hour (SLUICE_OWNER_FAILURES); the order stays open',
      paused: 'the operator has paused the sending of orders; the order stays open',
      restored:
        'the database was restored from a backup and the operator has not released it; the order stays open',
      'went-back':
        'the database went back in time or a standby took over, and the chain is being asked; the order stays open',
      'dry-run': 'this server only plans swaps; the order stays open',
      'operator-balance-low': 'the operator’s account holds too little for fees; the order stays open',
      'fee-limit-reached': 'the operator’s limit on fees is reached for now; the order stays open',
      'worth-limit-reached':
        'the operator’s limit on what is swapped within an hour is reached; the order stays open',
      'worth-unknown': 'worths are limited and the input token has no recent price; the order stays open',
      'worth-too-high': 'the order is worth more than the operator sends; it stays open',
      'too-many-in-flight': 'too many swaps are pending; the order stays open',
      'chain-unreachable':
        'the chain does not respond, or not every vault on the way could be read yet; the order stays open',
      'broadcast-refused': 'the node refused the swap; the order stays open',
      'broadcast-unknown': 'the swap is stored, and it is not known yet whether a node has it',
    }),
  ],
  curl: `-X POST "$BASE/swap/api/v1/orders/$UUID/execute" -H @headers.txt -H "Idempotency-Key: $UUID-1"`,
  handle: (parts: OwnerParts, call) =>
    asOwner(parts, { ...call, action: 'execute' }, (authorization) =>
      repeatableOrder(parts.orders, async () => {
        // Before the swap is sent: once it is, nothing that can fail may come before the response.
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
  limitedAs: 'cancels',
  ...owned('cancel'),
  method: 'patch',
  summary: 'End an open order without a swap',
  rules: [
    'A confirmed, failed or cancelled order is returned unchanged with 200.',
    'An order whose swap is overdue, because no node is known to have it or because no block takes it, is returned with `ending`: a no-op transaction takes the swap’s nonce. Its status becomes cancelled once the no-op is mined, confirmed if the swap is.',
    'An API key needs the permission cancel.',
  ],
  response: { description: 'The order as it is now.', schema: ORDER_BODY, headers: OWNER_HEADERS },
  errors: [
    ...OWNER_ERRORS,
    ...outcomes<ErrorOf<Core['orders']['cancel']>>({
      ...OWNER_REFUSALS,
      'order-already-broadcast': 'its swap is pending',
    }),
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
