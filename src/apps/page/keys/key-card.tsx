import { useSignal } from '@preact/signals';
import type { ApiKey } from '../../../sdk/client/index.js';
import { fullTime } from '../../../sdk/words/times.js';
import { now } from '../live/clock.js';
import { Ago } from '../parts/ago.js';
import { ConfirmDialog } from '../parts/confirm-dialog.js';
import { CopyableId } from '../parts/copy.js';
import { useClient } from '../session/service.js';
import { tell } from '../shell/notices.js';
import { KeyActivity } from './key-activity.js';
import { stateOf } from './key-words.js';
import { useFocus } from '../parts/use-focus.js';

interface KeyCardProps {
  readonly apiKey: ApiKey;
  /** Whether it was just created. */
  readonly hasFocus: boolean;
  readonly onChanged: (key: ApiKey) => void;
}

/** A key: what it may do, how it was used, and its end. */
export function KeyCard({ apiKey, hasFocus, onChanged }: KeyCardProps) {
  const client = useClient();
  const isAsked = useSignal(false);
  const showsActivity = useSignal(false);
  const heading = useFocus<HTMLHeadingElement>(hasFocus);
  const { id, name, keyPreview, permissions, status, revokedAt, expiresAt, lastUsedAt, usageStats } = apiKey;
  const isActive = status === 'active';
  const revoke = async () => {
    await client.keys.revoke(id);
    onChanged({ ...apiKey, status: 'revoked', revokedAt: new Date().toISOString() });
    tell(`The key ${name} is revoked.`);
  };
  return (
    <li class={`card ${isActive ? '' : 'is-off'}`} aria-label={`Key ${name}`}>
      <div class="key-head">
        <h2 ref={heading} tabIndex={-1}>
          {name}
        </h2>
        <span class={`badge ${isActive ? 'good' : 'quiet'}`}>{stateOf(apiKey)}</span>
        {permissions.map((permission) => (
          <span class="badge" key={permission}>
            {permission}
          </span>
        ))}
        <code class="spacer muted" title="The key itself was shown once">
          {keyPreview}
        </code>
      </div>
      <dl class="key-numbers">
        <div>
          <dt>Created</dt>
          <dd>
            <Ago at={apiKey.createdAt} />
          </dd>
        </div>
        {revokedAt !== null && (
          <div>
            <dt>Revoked</dt>
            <dd>
              <Ago at={revokedAt} />
            </dd>
          </div>
        )}
        <div>
          <dt>Last used</dt>
          <dd>{lastUsedAt === null ? 'Never' : <Ago at={lastUsedAt} />}</dd>
        </div>
        <div>
          <dt>{expiresAt !== null && Date.parse(expiresAt) <= now.value ? 'Expired' : 'Expires'}</dt>
          <dd>{expiresAt === null ? 'Never' : fullTime(expiresAt)}</dd>
        </div>
        <div>
          <dt>Requests</dt>
          <dd>
            {usageStats.totalRequests}, {usageStats.failedRequests} failed
          </dd>
        </div>
        <div>
          <dt>Executed · cancelled</dt>
          <dd>
            {usageStats.executionCount} · {usageStats.cancellationCount}
          </dd>
        </div>
        <div>
          <dt>Limit</dt>
          <dd>{apiKey.rateLimit} requests a minute</dd>
        </div>
        <div>
          <dt>Id, to name it</dt>
          <dd>
            <CopyableId id={id} label="id of the key" />
          </dd>
        </div>
      </dl>
      <div class="key-actions">
        <button
          type="button"
          class="button"
          aria-expanded={showsActivity.value}
          onClick={() => (showsActivity.value = !showsActivity.value)}
        >
          Recent activity
        </button>
        {isActive && (
          <button type="button" class="button danger" onClick={() => (isAsked.value = true)}>
            Revoke
          </button>
        )}
      </div>
      {showsActivity.value && <KeyActivity keyId={id} onRead={onChanged} />}
      <ConfirmDialog
        title={`Revoke ${name}`}
        action="Revoke it"
        isDangerous
        isOpen={isAsked.value}
        onClose={() => (isAsked.value = false)}
        onConfirm={revoke}
      >
        <p>The key is refused from the next request on, and never works again.</p>
        <p class="muted">Your wallet signs the request; it costs nothing.</p>
      </ConfirmDialog>
    </li>
  );
}
