import { change, said, rows } from './row.js';
import { shown } from './shown.js';

/** Rows of the core's errors about webhooks. */
export const WEBHOOK_ERRORS = rows({
  'webhooks-off': change(404, {
    ...said('This server sends no webhooks'),
    remedy: 'Follow the order’s events instead: the operator has switched webhooks off.',
    hint: 'remedy',
  }),
  'too-many-webhooks': change(422, {
    sentence: ({ limit }) => `The wallet has ${limit} webhooks, the most it may have; delete one first`,
    cause: 'the wallet has SLUICE_MAX_WEBHOOKS webhooks',
    remedy: 'Delete a webhook first.',
    details: ({ limit }) => ({ limit }),
  }),
  'webhook-not-found': change(404, {
    sentence: 'Webhook not found',
    cause: 'the wallet has no such webhook',
    remedy: 'List the wallet’s webhooks, and sign with the wallet that created this one.',
    details: ({ webhookId }) => ({ webhookId: shown(webhookId) }),
    hint: 'remedy',
  }),
  'delivery-not-found': change(404, {
    sentence: 'Delivery not found',
    cause: 'the webhook has no such dead delivery',
    remedy: 'List the webhook’s deliveries: only dead ones are replayed, and old ones are deleted.',
    details: ({ deliveryId }) => ({ deliveryId: shown(deliveryId) }),
    hint: 'remedy',
  }),
  'webhook-disabled': change(409, {
    ...said('The webhook is disabled'),
    remedy:
      'Test the webhook first: a ping that the receiver accepts enables it. Then replay dead deliveries.',
    hint: 'remedy',
  }),
});
