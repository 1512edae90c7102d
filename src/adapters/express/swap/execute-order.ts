import type { Core } from '../../../application/core.js';
import { ORDER_STATUSES } from '../../../domain/order/order.js';
import { valueOrThrow } from '../errors.js';
import { operation } from '../operation/operation.js';
import { outcomes, type ErrorOf } from '../operation/outcomes.js';
import { always, object, ref, type WireOf } from '../operation/schema.js';
import { ORDER, orderResponse } from './order-shapes.js';
import {
  asOwner,
  OWNER_ERRORS,
  OWNER_REFUSALS,
  ownerOperation,
  ownerResponse,
  type OwnerParts,
} from './owner-request.js';

const EXECUTED = object({
  status: always('success'),
  txid: ref<string>('Txid', 'the swap’s transaction'),
  data: ORDER.ref(),
});

/** The body of `POST /api/v1/orders/{uuid}/execute`: the order with the transaction of its swap. */
export type ExecuteOrderResponse = WireOf<typeof EXECUTED>;

export const executeOrder = operation({
  id: 'executeOrder',
  method: 'post',
  path: '/api/v1/orders/{uuid}/execute',
  summary: 'Send an open order’s swap now, on a fresh quote',
  rules: [
    'A trigger or a window does not delay it; a validTo in the past is an error.',
    'Sent at most once: the signed transaction is stored before it is sent. After 503 broadcast-unknown read the order, or execute again, which sends the same transaction.',
    'An API key needs the permission execute.',
  ],
  ...ownerOperation('execute_order'),
  response: ownerResponse('The swap is broadcast.', EXECUTED),
  errors: [
    ...OWNER_ERRORS,
    ...outcomes<ErrorOf<Core['orders']['execute']>>({
      ...OWNER_REFUSALS,
      'order-not-open': `the order is not open: details.status is one of ${ORDER_STATUSES.slice(1).join(', ')}`,
      'order-expired': 'the order’s validTo has passed',
      'sibling-sent': 'another order of its one-cancels-other group was sent',
      'no-route': 'no route leads to the output token; the order stays open',
      'below-minimum': 'the fresh quote is below minAmountOut; the order stays open',
      'swap-unprotectable': 'the amounts exceed what post-conditions can bound; the order stays open',
      'execution-disabled': 'this server sends no swaps',
      'too-many-in-flight': 'too many swaps are pending; the order stays open',
      'chain-unreachable': 'the chain does not respond; the order stays open',
      'broadcast-refused': 'the node refused the swap; the order stays open',
      'broadcast-unknown': 'the swap is stored, and it is not known yet whether a node has it',
    }),
  ],
  curl: `-X POST "$BASE/swap/api/v1/orders/$UUID/execute" -H "x-api-key: $KEY" -H 'Idempotency-Key: run-1'`,
  handle: (parts: OwnerParts, call) =>
    asOwner(parts, { ...call, action: 'execute' }, async (authorization): Promise<ExecuteOrderResponse> => {
      const { txid, order } = valueOrThrow(
        await parts.orders.execute({ ref: call.params.uuid, authorization }),
      );
      return { status: 'success', txid, data: orderResponse(order) };
    }),
});
