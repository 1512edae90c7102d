import type { Core } from '../../../application/core.js';
import { valueOrThrow } from '../errors.js';
import { operation } from '../operation/operation.js';
import { outcomes, type ErrorOf } from '../operation/outcomes.js';
import { ORDER_BODY, orderBody } from './order-shapes.js';
import {
  asOwner,
  OWNER_ERRORS,
  OWNER_REFUSALS,
  ownerOperation,
  ownerResponse,
  type OwnerParts,
} from './owner-request.js';

export const cancelOrder = operation({
  id: 'cancelOrder',
  method: 'patch',
  path: '/api/v1/orders/{uuid}/cancel',
  summary: 'End an open order without a swap',
  rules: [
    'A confirmed, failed or cancelled order is returned unchanged with 200.',
    'An API key needs the permission cancel.',
  ],
  ...ownerOperation('cancel_order'),
  response: ownerResponse('The order as it is now.', ORDER_BODY),
  errors: [
    ...OWNER_ERRORS,
    ...outcomes<ErrorOf<Core['orders']['cancel']>>({
      ...OWNER_REFUSALS,
      'order-already-broadcast': 'its swap is pending',
    }),
  ],
  curl: `-X PATCH "$BASE/swap/api/v1/orders/$UUID/cancel" -H "x-api-key: $KEY"`,
  handle: (parts: OwnerParts, call) =>
    asOwner(parts, { ...call, action: 'cancel' }, async (authorization) =>
      orderBody(valueOrThrow(await parts.orders.cancel({ ref: call.params.uuid, authorization }))),
    ),
});
