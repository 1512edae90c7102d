import { useSignal } from '@preact/signals';
import type { ApiKey } from '../../../sdk/client/index.js';
import { Button } from '../parts/button.js';
import { Empty } from '../parts/states.js';
import { useSigned } from '../wallet/use-signed.js';
import { wallet } from '../session/wallet.js';
import { CreateKey } from './create-key.js';
import { KeyCard } from './key-card.js';
import { KeyUsage } from './key-usage.js';
import { Owned } from './owned.js';
import { SecretDialog } from './secret-dialog.js';
import { Tabs } from './tabs.js';

const KEEP_KEY =
  'Copy the key now: it is shown this once, and never again. Everyone who has it can act on your orders.';

/** API keys of the wallet, with which bots execute and cancel its orders. */
export function KeysView() {
  const signed = useSigned('keys', (client, signal) => client.keys.list({ signal }));
  const isCreating = useSignal(false);
  const created = useSignal<{ readonly key: ApiKey; readonly secret: string } | undefined>(undefined);
  const newest = useSignal<string | undefined>(undefined);
  const keys = signed.value.value ?? [];
  const change = (next: (keys: readonly ApiKey[]) => readonly ApiKey[]) => {
    if (signed.value.peek() !== undefined) signed.value.value = next(signed.value.peek()!);
  };
  const active = keys.filter(({ status }) => status === 'active').map(({ name }) => name);
  return (
    <section class="view stack">
      <Tabs current="keys" />
      <div class="between">
        <h1>API keys</h1>
        {wallet.value !== undefined && (
          <Button tone="primary" onClick={() => (isCreating.value = true)}>
            Create a key
          </Button>
        )}
      </div>
      <Owned what="keys" signed={signed}>
        {(known) =>
          known.length === 0 ? (
            <Empty title="There are no keys yet.">
              <p class="muted">With a key a bot executes and cancels your orders without your wallet.</p>
            </Empty>
          ) : (
            <ul class="plain stack">
              {known.map((key) => (
                <KeyCard
                  key={key.id}
                  apiKey={key}
                  hasFocus={key.id === newest.value}
                  onChanged={(changed) =>
                    change((all) => all.map((one) => (one.id === changed.id ? changed : one)))
                  }
                />
              ))}
            </ul>
          )
        }
      </Owned>
      <SecretDialog
        title={created.value === undefined ? 'Create a key' : 'The new key'}
        isOpen={isCreating.value}
        secret={
          created.value && {
            text: created.value.secret,
            label: 'API key',
            warning: KEEP_KEY,
          }
        }
        usage={
          created.value && (
            <KeyUsage apiKey={created.value.secret} permissions={created.value.key.permissions} />
          )
        }
        onClose={() => {
          isCreating.value = false;
          newest.value = created.value?.key.id;
          created.value = undefined;
        }}
      >
        <CreateKey
          taken={active}
          onCreated={(key, secret) => {
            change((all) => [key, ...all]);
            created.value = { key, secret };
          }}
        />
      </SecretDialog>
    </section>
  );
}
