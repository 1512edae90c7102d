import { useSignal } from '@preact/signals';
import type { ApiKey } from '../../../sdk/client/index.js';
import { Button } from '../parts/button.js';
import { CopyButton } from '../parts/copy.js';
import { Empty } from '../parts/states.js';
import { useSigned } from '../wallet/use-signed.js';
import { href } from '../route.js';
import { service } from '../session/service.js';
import { wallet } from '../session/wallet.js';
import { CreateKey } from './create-key.js';
import { KeyCard } from './key-card.js';
import { usageOf } from './key-words.js';
import { Owned } from './owned.js';
import { SecretDialog } from './secret-dialog.js';
import { Tabs } from './tabs.js';

const KEEP_KEY =
  'Copy the key now: it is shown this once, and never again. Everyone who has it can act on your orders.';

/** API keys of the wallet. Bots use them to execute and cancel its orders. */
export function View() {
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

interface KeyUsageProps {
  readonly apiKey: string;
  readonly permissions: readonly string[];
}

/** Usage of a new key. Links to the documents open in another tab, because the key is shown only this once. */
function KeyUsage({ apiKey, permissions }: KeyUsageProps) {
  const { baseUrl, areaUrls } = service.value!;
  const may = (['execute', 'cancel'] as const).find((each) => permissions.includes(each)) ?? 'read';
  const example = usageOf(areaUrls.swap ?? new URL('swap', baseUrl).href, apiKey, may);
  return (
    <div class="stack">
      <p>
        Programs send it in the header <code>x-api-key</code>, as here to {may}{' '}
        {may === 'read' ? 'orders' : 'an order'}:
      </p>
      <p class="input secret">
        <code>{example}</code>
        <CopyButton text={example} label="example" />
      </p>
      <p>
        <a href={href('docs', ['reference', 'api-keys'])} target="_blank" rel="noopener">
          API keys in the documents (a new tab)
        </a>
      </p>
    </div>
  );
}
