import type { WebhookSender } from '../../src/ports/index.js';
import { nameOfFiring, type History } from './history.js';
import type { Site } from './site.js';

/** The receiver of webhooks. It keeps each event; its response may be an error, or may be lost. */
export const receiver = (site: Site, history: History): WebhookSender => ({
  isPublic: () => true,
  send: async ({ content }) => {
    await site.turn('receiver');
    if (site.trouble('receiver-fails')) return { kind: 'responded', status: 500, tookMs: 1 };
    if (content.kind === 'order') {
      const { event, order } = content;
      history.received.push({ uuid: order.terms.uuid, seq: event.seq, position: 0 });
    }
    if (content.kind === 'alert') history.alerted.add(nameOfFiring(content.alert));
    await site.turn('receiver answered');
    if (site.trouble('receiver-unheard'))
      return { kind: 'failed', failure: 'no-response-in-time', tookMs: 1 };
    return { kind: 'responded', status: 200, tookMs: 1 };
  },
});
