import type { ApiKeyId } from '../../domain/api-key/api-key.js';
import { addUsage, RECENT_REQUESTS, type KeyRequest, type KeyUsage } from '../../domain/api-key/usage.js';
import type { ApiKeyActivity, StoredUsage } from '../../ports/api-key-activity.js';
import type { Session } from './tables.js';

export class InMemoryApiKeyActivity implements ApiKeyActivity {
  constructor(private readonly session: Session) {}

  record(usages: readonly KeyUsage[]): Promise<void> {
    const copies = structuredClone(usages);
    return this.session.write(({ apiKeyUsage }) => {
      for (const usage of copies) apiKeyUsage.set(usage.keyId, merged(apiKeyUsage.get(usage.keyId), usage));
    });
  }

  listUsage(ids: readonly ApiKeyId[]): Promise<ReadonlyMap<ApiKeyId, StoredUsage>> {
    return this.session.read(({ apiKeyUsage }) => {
      const found = new Map<ApiKeyId, StoredUsage>();
      for (const id of ids) {
        const usage = apiKeyUsage.get(id);
        if (usage !== undefined)
          found.set(id, { counts: { ...usage.counts }, lastUsedAt: new Date(usage.lastUsedAt) });
      }
      return found;
    });
  }

  listRecent(id: ApiKeyId): Promise<readonly KeyRequest[]> {
    return this.session.read(({ apiKeyUsage }) =>
      structuredClone([...(apiKeyUsage.get(id)?.requests ?? [])].reverse()),
    );
  }
}

/** Requests that were written down late still stand where their time puts them. */
function merged(stored: KeyUsage | undefined, usage: KeyUsage): KeyUsage {
  if (stored === undefined) return usage;
  const requests = [...stored.requests, ...usage.requests].sort((a, b) => a.at.getTime() - b.at.getTime());
  return { ...addUsage(stored, usage), requests: requests.slice(-RECENT_REQUESTS) };
}
