import { useSignal } from '@preact/signals';
import type { Webhook } from '../../../sdk/client/index.js';
import { registry } from '../live/registry.js';
import { ActionForm } from '../parts/action-form.js';
import { Choice } from '../parts/choice.js';
import { Field } from '../parts/field.js';
import { useClient } from '../session/service.js';
import { Checks } from './checks.js';
import { EVENT_TYPES, newWebhookOf, urlHint, urlProblem, type EventType } from './webhook-words.js';

interface CreateWebhookProps {
  /** Called with the webhook and its secret. */
  readonly onCreated: (webhook: Webhook, secret: string) => void;
}

const SCOPES = [
  ['all', 'All events'],
  ['some', 'Only these'],
] as const;
const OPTIONS = EVENT_TYPES.map((type) => [type, type] as const);

/** Asks where events go, and creates the webhook. */
export function CreateWebhook({ onCreated }: CreateWebhookProps) {
  const client = useClient();
  const url = useSignal('');
  const plan = useSignal('');
  const scope = useSignal<'all' | 'some'>('all');
  const chosen = useSignal<readonly EventType[]>(['order.confirmed', 'order.failed', 'order.cancelled']);
  const network = registry.value?.network;
  const wrong = urlProblem(url.value, network);
  const isReady =
    url.value !== '' && wrong === undefined && (scope.value === 'all' || chosen.value.length > 0);
  const create = async () => {
    const types = scope.value === 'all' ? [] : chosen.value;
    const created = await client.webhooks.create(newWebhookOf(url.value, types, plan.value.trim()));
    onCreated(created.webhook, created.secret);
  };
  return (
    <ActionForm action="Sign and create" isReady={isReady} run={create}>
      <Field
        label="Address of the receiver"
        type="url"
        value={url.value}
        placeholder="https://bot.example.org/orders"
        hint={urlHint(network)}
        problem={wrong}
        onInput={(text) => (url.value = text.trim())}
      />
      <Choice label="Events" options={SCOPES} value={scope.value} onChoose={(next) => (scope.value = next)} />
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
        hint="Only orders of this plan (its id). Leave empty for all."
        onInput={(text) => (plan.value = text)}
      />
    </ActionForm>
  );
}
