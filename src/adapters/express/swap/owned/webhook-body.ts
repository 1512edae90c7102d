import { ALERT_FIRED } from '../../../../domain/alert/alert.js';
import type { WebhookContent } from '../../../../ports/index.js';
import { ALERT } from '../alerts/alert-shape.js';
import { orderEventResponse } from '../orders/order-event-shape.js';
import { orderResponse } from '../orders/order-shapes.js';

/**
 * The body of a message to a webhook, as JSON: event and order as the HTTP interface returns them to the order's owner.
 *
 * @example const body = webhookBody({ kind: 'ping', webhookId, at: new Date() });
 */
export function webhookBody(content: WebhookContent): string {
  if (content.kind === 'ping') {
    const { webhookId, at } = content;
    return JSON.stringify({ type: 'ping', timestamp: at.toISOString(), data: { webhookId } });
  }
  if (content.kind === 'alert') {
    const { alert } = content;
    const data = { alert: ALERT.write(alert) };
    return JSON.stringify({ type: ALERT_FIRED, timestamp: alert.firing.at.toISOString(), data });
  }
  const { event, order, tokens } = content;
  return JSON.stringify({
    type: `order.${event.type}`,
    timestamp: event.at.toISOString(),
    data: {
      event: orderEventResponse(event),
      order: orderResponse({ order, tokens, id: order.terms.uuid }),
    },
  });
}
