import { useSignal } from '@preact/signals';
import type { Webhook } from '../../../client/index.js';
import { Dialog } from '../parts/dialog.js';
import { Empty } from '../parts/states.js';
import { useSigned } from '../wallet/use-signed.js';
import { wallet } from '../wallet/wallet.js';
import { CreateWebhook } from './create-webhook.js';
import { Owned } from './owned.js';
import { Tabs } from './tabs.js';
import { WebhookCard } from './webhook-card.js';

/** Webhooks of the wallet: events of its orders, posted to a receiver of its own. */
export function WebhooksView() {
  const signed = useSigned('webhooks', (client, signal) => client.webhooks.list({ signal }));
  const isCreating = useSignal(false);
  const change = (next: (webhooks: readonly Webhook[]) => readonly Webhook[]) => {
    if (signed.value.peek() !== undefined) signed.value.value = next(signed.value.peek()!);
  };
  return (
    <section>
      <Tabs current="webhooks" />
      <div class="view-head">
        <h1>Webhooks</h1>
        {wallet.value !== undefined && (
          <button type="button" class="button primary" onClick={() => (isCreating.value = true)}>
            Create a webhook
          </button>
        )}
      </div>
      <Owned what="webhooks" signed={signed}>
        {(known) =>
          known.length === 0 ? (
            <Empty title="There are no webhooks yet.">
              <p class="muted">A webhook posts the events of your orders to an address of yours, signed.</p>
            </Empty>
          ) : (
            <ul class="key-list">
              {known.map((webhook) => (
                <WebhookCard
                  key={webhook.id}
                  webhook={webhook}
                  onChanged={(changed) =>
                    change((all) => all.map((one) => (one.id === changed.id ? changed : one)))
                  }
                  onSettled={signed.readFreely}
                  onDeleted={() => change((all) => all.filter((one) => one.id !== webhook.id))}
                />
              ))}
            </ul>
          )
        }
      </Owned>
      <Dialog title="Create a webhook" isOpen={isCreating.value} onClose={() => (isCreating.value = false)}>
        <CreateWebhook
          onCreated={(webhook) => change((all) => [webhook, ...all])}
          onDone={() => (isCreating.value = false)}
        />
      </Dialog>
    </section>
  );
}
