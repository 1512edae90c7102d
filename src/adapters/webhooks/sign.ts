import { createHmac } from 'node:crypto';
import type { WebhookMessage } from '../../ports/index.js';

const PREFIX = 'whsec_';

/** The headers of Standard Webhooks: id, time and one signature per secret. */
export function signedHeaders(
  { id, at, secrets }: Pick<WebhookMessage, 'id' | 'at' | 'secrets'>,
  body: string,
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
