import { useSignal } from '@preact/signals';
import type { ApiKey } from '../../../client/index.js';
import { Dialog } from '../parts/dialog.js';
import { Empty } from '../parts/states.js';
import { useSigned } from '../wallet/use-signed.js';
import { wallet } from '../wallet/wallet.js';
import { CreateKey } from './create-key.js';
import { KeyCard } from './key-card.js';
import { Owned } from './owned.js';
import { Tabs } from './tabs.js';

/** API keys of the wallet, with which bots execute and cancel its orders. */
export function KeysView() {
  const signed = useSigned('keys', (client, signal) => client.keys.list({ signal }));
  const isCreating = useSignal(false);
  const keys = signed.value.value ?? [];
  const change = (next: (keys: readonly ApiKey[]) => readonly ApiKey[]) => {
    if (signed.value.peek() !== undefined) signed.value.value = next(signed.value.peek()!);
  };
  const active = keys.filter(({ status }) => status === 'active').map(({ name }) => name);
  return (
    <section>
      <Tabs current="keys" />
      <div class="view-head">
        <h1>API keys</h1>
        {wallet.value !== undefined && (
          <button type="button" class="button primary" onClick={() => (isCreating.value = true)}>
            Create a key
          </button>
        )}
      </div>
      <Owned what="keys" signed={signed}>
        {(known) =>
          known.length === 0 ? (
            <Empty title="There are no keys yet.">
              <p class="muted">With a key a bot executes and cancels your orders without your wallet.</p>
            </Empty>
          ) : (
            <ul class="key-list">
              {known.map((key) => (
                <KeyCard
                  key={key.id}
                  apiKey={key}
                  onChanged={(changed) =>
                    change((all) => all.map((one) => (one.id === changed.id ? changed : one)))
                  }
                />
              ))}
            </ul>
          )
        }
      </Owned>
      <Dialog title="Create a key" isOpen={isCreating.value} onClose={() => (isCreating.value = false)}>
        <CreateKey
          taken={active}
          onCreated={(key) => change((all) => [key, ...all])}
          onDone={() => (isCreating.value = false)}
        />
      </Dialog>
    </section>
  );
}
