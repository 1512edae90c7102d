import { change, type Remedy } from './remedy.js';

/** Codes about webhooks. */
export const WEBHOOK_REMEDIES = {
  'webhooks-off': change('Follow the order’s events instead: the operator has switched webhooks off.'),
  'too-many-webhooks': change('Delete a webhook first.'),
  'webhook-not-found': change('List the wallet’s webhooks, and sign with the wallet that created this one.'),
  'delivery-not-found': change(
    'List the webhook’s deliveries: only dead ones are replayed, and old ones are deleted.',
  ),
  'webhook-disabled': change(
    'Test the webhook first: a ping that the receiver accepts enables it, then replay what is dead.',
  ),
} satisfies Readonly<Record<string, Remedy>>;
