import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Webhook } from '../../../sdk/client/index.js';
import { oneLine } from '../../../sdk/words/names.js';
import { clockTime, fullTime } from '../../../sdk/words/times.js';
import { now } from '../live/clock.js';
import { problemOf } from '../live/problem.js';
import { Ago } from '../parts/ago.js';
import { Button } from '../parts/button.js';
import { CopyButton } from '../parts/copy.js';
import { Fact } from '../parts/fact.js';
import { useClient } from '../session/service.js';
import { confirm } from '../shell/confirm.js';
import { endNotices, tell, tellProblem } from '../shell/notices.js';
import { Deliveries } from './deliveries.js';
import { SecretDialog } from './secret-dialog.js';
import { useFocus } from '../parts/use-focus.js';
import { disabledWords, failingWords, secretOf } from './webhook-words.js';

interface WebhookCardProps {
  readonly webhook: Webhook;
  /** Whether the webhook was just created, so that its card takes the focus. */
  readonly hasFocus: boolean;
  readonly onChanged: (webhook: Webhook) => void;
  readonly onDeleted: () => void;
  /** Called after an attempt to deliver: the webhook may since have been enabled or disabled, or be failing. */
  readonly onTried: () => void;
}

/** A webhook: where its events go, whether they arrive, and the actions on it. */
export function WebhookCard({ webhook, hasFocus, onChanged, onDeleted, onTried }: WebhookCardProps) {
  const client = useClient();
  const secret = useSignal<string | undefined>(undefined);
  const showsDeliveries = useSignal(false);
  const tests = useSignal(0);
  const heading = useFocus<HTMLHeadingElement>(hasFocus);
  const { id, url, status } = webhook;
  useEffect(() => {
    // Refusals from before the webhook was enabled no longer apply.
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
  const askToRotate = () =>
    confirm({
      title: 'Rotate the secret',
      action: 'Rotate it',
      run: rotate,
      message: <p>Messages are signed with a new secret, and for a day with the one before as well.</p>,
    });
  const askToDelete = () =>
    confirm({
      title: 'Delete the webhook',
      action: 'Delete it',
      isDangerous: true,
      run: remove,
      message: <p>It is sent nothing more, and its deliveries are forgotten. This cannot be undone.</p>,
    });
  return (
    <li class={`card stack ${status === 'enabled' ? '' : 'is-off'}`} aria-label={`Webhook ${url}`}>
      <div class="wrap">
        <h2 ref={heading} tabIndex={-1}>
          {oneLine(url, 120)}
        </h2>
        <CopyButton text={url} label="address" />
        <Pill webhook={webhook} />
      </div>
      <WebhookFacts webhook={webhook} />
      <div class="wrap">
        <Button
          aria-expanded={showsDeliveries.value}
          onClick={() => (showsDeliveries.value = !showsDeliveries.value)}
        >
          Deliveries
        </Button>
        <Button onClick={() => void test()}>Send a test</Button>
        <Button onClick={() => void askToRotate()}>Rotate the secret</Button>
        <Button tone="danger" onClick={() => void askToDelete()}>
          Delete
        </Button>
      </div>
      {showsDeliveries.value && <Deliveries webhook={webhook} turn={tests.value} onTried={onTried} />}
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
      {why !== undefined && <p class="banner warn">{why}</p>}
      <dl class="grid figures">
        <Fact name="Created">
          <Ago at={webhook.createdAt} />
        </Fact>
        <Fact name="Waiting">{webhook.waiting}</Fact>
        <Fact name="Dead letters">{webhook.dead}</Fact>
        <Fact name="Disabled">{disabledAt !== null && <Ago at={disabledAt} />}</Fact>
        <Fact name="Failing since">
          {disabledAt !== null && failingSince !== null && fullTime(failingSince)}
        </Fact>
        <Fact name="Old secret signs until">
          {previousSecretUntil !== null && fullTime(previousSecretUntil)}
        </Fact>
        <Fact name="Plan">{strategyId !== undefined && <bdi>{oneLine(strategyId, 40)}</bdi>}</Fact>
        <Fact name="Events">{eventTypes === undefined ? 'All' : eventTypes.join(', ')}</Fact>
      </dl>
    </>
  );
}
