import { useSignal } from '@preact/signals';
import type { ApiKey } from '../../../sdk/client/index.js';
import { fullTime } from '../../../sdk/words/times.js';
import { now } from '../live/clock.js';
import { Ago } from '../parts/ago.js';
import { Button } from '../parts/button.js';
import { CopyableId } from '../parts/copy.js';
import { Fact } from '../parts/fact.js';
import { useClient } from '../session/service.js';
import { confirm } from '../shell/confirm.js';
import { tell } from '../shell/notices.js';
import { KeyActivity } from './key-activity.js';
import { limitWords, stateOf } from './key-words.js';
import { useFocus } from '../parts/use-focus.js';

interface KeyCardProps {
  readonly apiKey: ApiKey;
  /** Whether the key was just created, so that its card takes the focus. */
  readonly hasFocus: boolean;
  readonly onChanged: (key: ApiKey) => void;
}

/** A key: its permissions, its usage, and a button that revokes it. */
export function KeyCard({ apiKey, hasFocus, onChanged }: KeyCardProps) {
  const client = useClient();
  const showsActivity = useSignal(false);
  const heading = useFocus<HTMLHeadingElement>(hasFocus);
  const { id, name, keyPreview, permissions, status, revokedAt, expiresAt, lastUsedAt, usageStats } = apiKey;
  const isActive = status === 'active';
  const revoke = async () => {
    await client.keys.revoke(id);
    onChanged({ ...apiKey, status: 'revoked', revokedAt: new Date().toISOString() });
    tell(`The key ${name} is revoked.`);
  };
  const ask = () =>
    confirm({
      title: `Revoke ${name}`,
      action: 'Revoke it',
      isDangerous: true,
      run: revoke,
      message: (
        <>
          <p>The key is refused from the next request on, and never works again.</p>
          <p class="muted">Your wallet signs the request; it costs nothing.</p>
        </>
      ),
    });
  return (
    <li class={`card stack ${isActive ? '' : 'is-off'}`} aria-label={`Key ${name}`}>
      <div class="wrap">
        <h2 ref={heading} tabIndex={-1}>
          {name}
        </h2>
        <span class={`badge ${isActive ? 'good' : 'quiet'}`}>{stateOf(apiKey)}</span>
        {permissions.map((permission) => (
          <span class="badge" key={permission}>
            {permission}
          </span>
        ))}
        <code class="last muted" title="The key itself was shown once">
          {keyPreview}
        </code>
      </div>
      <dl class="grid figures">
        <Fact name="Created">
          <Ago at={apiKey.createdAt} />
        </Fact>
        <Fact name="Revoked">{revokedAt !== null && <Ago at={revokedAt} />}</Fact>
        <Fact name="Last used">{lastUsedAt === null ? 'Never' : <Ago at={lastUsedAt} />}</Fact>
        <Fact name={expiresAt !== null && Date.parse(expiresAt) <= now.value ? 'Expired' : 'Expires'}>
          {expiresAt === null ? 'Never' : fullTime(expiresAt)}
        </Fact>
        <Fact name="Requests">
          {usageStats.totalRequests}, {usageStats.failedRequests} failed
        </Fact>
        <Fact name="Executed · cancelled">
          {usageStats.executionCount} · {usageStats.cancellationCount}
        </Fact>
        <Fact name="Limits">
          {[`${apiKey.rateLimit} requests a minute`, ...limitWords(apiKey)].join(' · ')}
        </Fact>
        <Fact name="Id, to name it">
          <CopyableId id={id} label="id of the key" />
        </Fact>
      </dl>
      <div class="wrap">
        <Button
          aria-expanded={showsActivity.value}
          onClick={() => (showsActivity.value = !showsActivity.value)}
        >
          Recent activity
        </Button>
        {isActive && (
          <Button tone="danger" onClick={() => void ask()}>
            Revoke
          </Button>
        )}
      </div>
      {showsActivity.value && <KeyActivity keyId={id} onRead={onChanged} />}
    </li>
  );
}
