import { useSignal } from '@preact/signals';
import type { Webhook } from '../../../sdk/client/index.js';
import { Button } from '../parts/button.js';
import { Empty } from '../parts/states.js';
import { useSigned } from '../wallet/use-signed.js';
import { wallet } from '../session/wallet.js';
import { CreateWebhook } from './create-webhook.js';
import { Owned } from './owned.js';
import { SecretDialog } from './secret-dialog.js';
import { Tabs } from './tabs.js';
import { WebhookCard } from './webhook-card.js';
import { secretOf } from './webhook-words.js';

/** Webhooks of the wallet: each posts events of the wallet's orders to a receiver. */
export function View() {
  const signed = useSigned('webhooks', (client, signal) => client.webhooks.list({ signal }));
  const isCreating = useSignal(false);
  const created = useSignal<{ readonly id: string; readonly secret: string } | undefined>(undefined);
  const newest = useSignal<string | undefined>(undefined);
  const change = (next: (webhooks: readonly Webhook[]) => readonly Webhook[]) => {
    if (signed.value.peek() !== undefined) signed.value.value = next(signed.value.peek()!);
  };
  return (
    <section class="view stack">
      <Tabs current="webhooks" />
      <div class="between">
        <h1>Webhooks</h1>
        {wallet.value !== undefined && (
          <Button tone="primary" onClick={() => (isCreating.value = true)}>
            Create a webhook
          </Button>
        )}
      </div>
      <Owned what="webhooks" signed={signed}>
        {(known) =>
          known.length === 0 ? (
            <Empty title="There are no webhooks yet.">
              <p class="muted">A webhook posts the events of your orders to an address of yours, signed.</p>
            </Empty>
          ) : (
            <ul class="plain stack">
              {known.map((webhook) => (
                <WebhookCard
                  key={webhook.id}
                  webhook={webhook}
                  hasFocus={webhook.id === newest.value}
                  onChanged={(changed) =>
                    change((all) => all.map((one) => (one.id === changed.id ? changed : one)))
                  }
                  onTried={signed.readFreely}
                  onDeleted={() => change((all) => all.filter((one) => one.id !== webhook.id))}
                />
              ))}
            </ul>
          )
        }
      </Owned>
      <SecretDialog
        title={created.value === undefined ? 'Create a webhook' : 'The secret of the webhook'}
        isOpen={isCreating.value}
        secret={created.value && secretOf(created.value.secret)}
        onClose={() => {
          isCreating.value = false;
          newest.value = created.value?.id;
          created.value = undefined;
        }}
      >
        <CreateWebhook
          onCreated={(webhook, secret) => {
            change((all) => [webhook, ...all]);
            created.value = { id: webhook.id, secret };
          }}
        />
      </SecretDialog>
    </section>
  );
}
