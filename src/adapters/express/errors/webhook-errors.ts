import type { CoreError } from '../../../application/core.js';
import { remedyOf } from './codes/codes.js';
import type { Kind, OfKind, Row } from './error-row.js';
import { shown } from './shown.js';

/** Rows of the table of errors: webhooks. */
export const WEBHOOK_ERRORS = {
  'webhooks-off': [404, 'This server sends no webhooks', { hint: remedyOf('webhooks-off') }],
  'too-many-webhooks': [
    422,
    ({ limit }) => `The wallet has ${limit} webhooks, the most it may have; delete one first`,
    { details: ({ limit }) => ({ limit }) },
  ],
  'webhook-not-found': [
    404,
    'Webhook not found',
    { details: ({ webhookId }) => ({ webhookId: shown(webhookId) }), hint: remedyOf('webhook-not-found') },
  ],
  'delivery-not-found': [
    404,
    'Delivery not found',
    {
      details: ({ deliveryId }) => ({ deliveryId: shown(deliveryId) }),
      hint: remedyOf('delivery-not-found'),
    },
  ],
  'webhook-disabled': [409, 'The webhook is disabled', { hint: remedyOf('webhook-disabled') }],
} satisfies { readonly [K in Kind]?: Row<OfKind<CoreError, K>> };
