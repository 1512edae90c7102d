import type { Ports } from '../../ports/index.js';
import type { ReadTokenBook } from '../metadata/read-token-book.js';
import type { CoreSettings } from '../settings.js';
import { makeAddDeliveries } from './add-deliveries.js';
import { makeManageWebhooks } from './manage-webhooks.js';
import { makeSendDeliveries } from './send-deliveries.js';

export type {
  CreateWebhookError,
  ListDeliveriesError,
  ReplayError,
  TestWebhookError,
} from './managed-webhook.js';

/** Webhooks: their management by wallets, and the deliveries to them. */
export function makeWebhooks(
  ports: Ports,
  { readTokens }: { readonly readTokens: ReadTokenBook },
  settings: CoreSettings,
) {
  const sending = makeSendDeliveries(ports, { readTokens: () => readTokens(ports.registry.current()) });
  return {
    ...makeManageWebhooks(ports, settings),
    /** Counts the waiting deliveries to all webhooks. */
    countWaiting: () => ports.webhookDeliveries.countWaiting(),
    /** The background work of one process. Any number of processes may do it on one storage. */
    sending: {
      ...sending,
      addDeliveries: makeAddDeliveries(ports),
      /** Calls the listener when there may be new events. Returns a function that unsubscribes it. */
      onEvents: (listener: () => void): (() => void) => ports.feed.onAppended(listener),
    },
  } as const;
}
