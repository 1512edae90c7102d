import { useSignal } from '@preact/signals';
import type { Webhook } from '../../../client/index.js';
import { useAttempt } from '../live/attempt.js';
import { Choice } from '../parts/choice.js';
import { Field } from '../parts/field.js';
import { Failed } from '../parts/states.js';
import { useClient } from '../service.js';
import { Checks } from './checks.js';
import { SecretOnce } from './secret-once.js';
import { EVENT_TYPES, newWebhookOf, urlProblem, type EventType } from './webhook-words.js';

interface CreateWebhookProps {
  readonly onCreated: (webhook: Webhook) => void;
  readonly onDone: () => void;
}

const SCOPES = [
  ['all', 'All events'],
  ['some', 'Only these'],
] as const;
const OPTIONS = EVENT_TYPES.map((type) => [type, type] as const);

/** Creates a webhook, and shows the secret that signs its messages this one time. */
export function CreateWebhook({ onCreated, onDone }: CreateWebhookProps) {
  const client = useClient();
  const url = useSignal('');
  const plan = useSignal('');
  const scope = useSignal<'all' | 'some'>('all');
  const chosen = useSignal<readonly EventType[]>(['order.confirmed', 'order.failed', 'order.cancelled']);
  const { isBusy, problem, begin } = useAttempt();
  const secret = useSignal<string | undefined>(undefined);
  if (secret.value !== undefined)
    return <SecretOnce secret={secret.value} label="secret" warning={KEEP_SECRET} onDone={onDone} />;
  const wrong = urlProblem(url.value);
  const isReady =
    url.value !== '' && wrong === undefined && (scope.value === 'all' || chosen.value.length > 0);
  const create = async () => {
    const types = scope.value === 'all' ? [] : chosen.value;
    const created = await client.webhooks.create(newWebhookOf(url.value, types, plan.value.trim()));
    secret.value = created.secret;
    onCreated(created.webhook);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) begin(create);
      }}
    >
      <Field
        label="Address of the receiver"
        type="url"
        value={url.value}
        placeholder="https://bot.example.org/orders"
        problem={wrong}
        onInput={(text) => (url.value = text.trim())}
      />
      <div class="field">
        <Choice
          label="Events"
          options={SCOPES}
          value={scope.value}
          onChoose={(next) => (scope.value = next)}
        />
      </div>
      {scope.value === 'some' && (
        <Checks
          legend="Events"
          options={OPTIONS}
          chosen={chosen.value}
          onChoose={(next) => (chosen.value = next)}
          isMany
        />
      )}
      <Field
        label="Plan"
        value={plan.value}
        hint="A strategyId: only its orders. Empty: all of your orders."
        onInput={(text) => (plan.value = text)}
      />
      {problem.value !== undefined && <Failed problem={problem.value} />}
      <div class="dialog-actions">
        <button type="submit" class="button primary" disabled={!isReady || isBusy.value}>
          {isBusy.value ? 'Waiting…' : 'Sign and create'}
        </button>
      </div>
    </form>
  );
}

/** What to do with a secret. */
export const KEEP_SECRET =
  'Copy the secret now: it is shown this once. The receiver checks with it that messages come from this server; a lost one is rotated.';
