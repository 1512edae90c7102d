import { useSignal } from '@preact/signals';
import type { ApiKey } from '../../../client/index.js';
import { fullTime } from '../format/times.js';
import { Ago } from '../parts/ago.js';
import { ConfirmDialog } from '../parts/confirm-dialog.js';
import { CopyButton } from '../parts/copy.js';
import { useClient } from '../service.js';
import { tell } from '../shell/notices.js';
import { KeyActivity } from './key-activity.js';

interface KeyCardProps {
  readonly apiKey: ApiKey;
  readonly onChanged: (key: ApiKey) => void;
}

/** A key: what it may do, how it was used, and its end. */
export function KeyCard({ apiKey, onChanged }: KeyCardProps) {
  const client = useClient();
  const isAsked = useSignal(false);
  const showsActivity = useSignal(false);
  const { id, name, keyPreview, permissions, status, expiresAt, lastUsedAt, usageStats } = apiKey;
  const isActive = status === 'active';
  const revoke = async () => {
    await client.keys.revoke(id);
    onChanged({ ...apiKey, status: 'revoked' });
    tell(`The key ${name} is revoked.`);
  };
  return (
    <li class={`card ${isActive ? '' : 'is-off'}`} aria-label={`Key ${name}`}>
      <div class="key-head">
        <h2>{name}</h2>
        <span class={`badge ${isActive ? 'good' : 'quiet'}`}>{isActive ? 'Active' : 'Revoked'}</span>
        {permissions.map((permission) => (
          <span class="badge" key={permission}>
            {permission}
          </span>
        ))}
        <span class="spacer copyable">
          <code class="muted">{keyPreview}</code>
          <CopyButton text={id} label="id of the key" />
        </span>
      </div>
      <dl class="key-numbers">
        <div>
          <dt>Created</dt>
          <dd>
            <Ago at={apiKey.createdAt} />
          </dd>
        </div>
        <div>
          <dt>Last used</dt>
          <dd>{lastUsedAt === null ? 'Never' : <Ago at={lastUsedAt} />}</dd>
        </div>
        <div>
          <dt>Expires</dt>
          <dd>
            {expiresAt === null ? 'Never' : <span title={fullTime(expiresAt)}>{fullTime(expiresAt)}</span>}
          </dd>
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
