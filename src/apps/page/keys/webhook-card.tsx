import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Webhook } from '../../../sdk/client/index.js';
import { clockTime } from '../../../sdk/words/times.js';
import { oneLine } from '../../../sdk/words/names.js';
import { fullTime } from '../../../sdk/words/times.js';
import { now } from '../live/clock.js';
import { problemOf } from '../live/problem.js';
import { Ago } from '../parts/ago.js';
import { ConfirmDialog } from '../parts/confirm-dialog.js';
import { CopyButton } from '../parts/copy.js';
import { useClient } from '../session/service.js';
import { endNotices, tell, tellProblem } from '../shell/notices.js';
import { Deliveries } from './deliveries.js';
import { SecretDialog } from './secret-dialog.js';
import { useFocus } from '../parts/use-focus.js';
import { disabledWords, failingWords, secretOf } from './webhook-words.js';

interface WebhookCardProps {
  readonly webhook: Webhook;
  /** Whether it was just created. */
  readonly hasFocus: boolean;
  readonly onChanged: (webhook: Webhook) => void;
  readonly onDeleted: () => void;
  /** A message was tried: the webhook may have been enabled or disabled, or fail now. */
  readonly onTried: () => void;
}

/** A webhook: where events go, whether they arrive, and what can be done. */
export function WebhookCard({ webhook, hasFocus, onChanged, onDeleted, onTried }: WebhookCardProps) {
  const client = useClient();
  const asked = useSignal<'rotate' | 'delete' | undefined>(undefined);
  const secret = useSignal<string | undefined>(undefined);
  const showsDeliveries = useSignal(false);
  const tests = useSignal(0);
  const heading = useFocus<HTMLHeadingElement>(hasFocus);
  const close = () => (asked.value = undefined);
  const { id, url, status } = webhook;
  useEffect(() => {
    // Earlier refusals no longer apply.
    if (status === 'enabled') endNotices(id);
  }, [id, status]);
  const test = async () => {
    try {
      await client.webhooks.test(id);
      tell('A ping is on its way: the deliveries show what comes of it.', id);
      showsDeliveries.value = true;
      tests.value++;
    } catch (error) {
      tellProblem(problemOf(error), id);
    }
  };
  const rotate = async () => {
    const rotated = await client.webhooks.rotateSecret(id);
    onChanged(rotated.webhook);
    secret.value = rotated.secret;
  };
  const remove = async () => {
    await client.webhooks.delete(id);
    onDeleted();
    tell('The webhook is deleted.');
  };
  return (
    <li class={`card ${status === 'enabled' ? '' : 'is-off'}`} aria-label={`Webhook ${url}`}>
      <div class="key-head">
        <h2 class="webhook-url" ref={heading} tabIndex={-1}>
          {oneLine(url, 120)}
        </h2>
        <CopyButton text={url} label="address" />
        <Pill webhook={webhook} />
      </div>
      <WebhookFacts webhook={webhook} />
      <div class="key-actions">
        <button
          type="button"
          class="button"
          aria-expanded={showsDeliveries.value}
          onClick={() => (showsDeliveries.value = !showsDeliveries.value)}
        >
          Deliveries
        </button>
        <button type="button" class="button" onClick={() => void test()}>
          Send a test
        </button>
        <button type="button" class="button" onClick={() => (asked.value = 'rotate')}>
          Rotate the secret
        </button>
        <button type="button" class="button danger" onClick={() => (asked.value = 'delete')}>
          Delete
        </button>
      </div>
      {showsDeliveries.value && <Deliveries webhook={webhook} turn={tests.value} onTried={onTried} />}
      <ConfirmDialog
        title="Rotate the secret"
        action="Rotate it"
        isOpen={asked.value === 'rotate'}
        onClose={close}
        onConfirm={rotate}
      >
        <p>Messages are signed with a new secret, and for a day with the one before as well.</p>
      </ConfirmDialog>
      <ConfirmDialog
        title="Delete the webhook"
        action="Delete it"
        isDangerous
        isOpen={asked.value === 'delete'}
        onClose={close}
        onConfirm={remove}
      >
        <p>It is sent nothing more, and its deliveries are forgotten. This cannot be undone.</p>
      </ConfirmDialog>
      <SecretDialog
        title="The new secret"
        isOpen={secret.value !== undefined}
        secret={secret.value === undefined ? undefined : secretOf(secret.value)}
        onClose={() => (secret.value = undefined)}
      />
    </li>
  );
}

function Pill({ webhook: { status, failingSince } }: { readonly webhook: Webhook }) {
  if (status === 'disabled') return <span class="badge bad">Disabled</span>;
  if (failingSince === null) return <span class="badge good">Enabled</span>;
  return <span class="badge warn">Failing since {clockTime(failingSince, now.value)}</span>;
}

function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const { eventTypes, strategyId, disabledAt, failingSince, previousSecretUntil } = webhook;
  const why = disabledWords(webhook) ?? failingWords(webhook);
  return (
    <>
      {why !== undefined && <p class="warning">{why}</p>}
      <dl class="key-numbers">
        <div>
          <dt>Created</dt>
          <dd>
            <Ago at={webhook.createdAt} />
          </dd>
        </div>
        <div>
          <dt>Waiting</dt>
          <dd>{webhook.waiting}</dd>
        </div>
        <div>
          <dt>Dead letters</dt>
          <dd>{webhook.dead}</dd>
        </div>
        {disabledAt !== null && (
          <div>
            <dt>Disabled</dt>
            <dd>
              <Ago at={disabledAt} />
            </dd>
          </div>
        )}
        {disabledAt !== null && failingSince !== null && (
          <div>
            <dt>Failing since</dt>
            <dd>{fullTime(failingSince)}</dd>
          </div>
        )}
        {previousSecretUntil !== null && (
          <div>
            <dt>Old secret signs until</dt>
            <dd>{fullTime(previousSecretUntil)}</dd>
          </div>
        )}
        {strategyId !== undefined && (
          <div>
            <dt>Plan</dt>
            <dd>
              <bdi>{oneLine(strategyId, 40)}</bdi>
            </dd>
          </div>
        )}
        <div>
          <dt>Events</dt>
          <dd>{eventTypes === undefined ? 'All' : eventTypes.join(', ')}</dd>
        </div>
      </dl>
    </>
  );
}
