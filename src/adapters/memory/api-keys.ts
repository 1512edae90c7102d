import type { ApiKey, ApiKeyHash, ApiKeyId } from '../../domain/api-key/api-key.js';
import { addUsage, RECENT_REQUESTS, type KeyRequest, type KeyUsage } from '../../domain/api-key/usage.js';
import type { Address } from '../../domain/shared/address.js';
import type { KeySpending } from '../../domain/api-key/spending.js';
import type {
  ApiKeyActivity,
  ApiKeyRepository,
  KeySpendingLog,
  RateCounter,
  StoredUsage,
} from '../../ports/api-keys.js';
import { behind, deleteWhere, newestFirst, type Session } from './tables.js';

export class InMemoryApiKeyRepository implements ApiKeyRepository {
  constructor(private readonly session: Session) {}

  insert(key: ApiKey): Promise<void> {
    const copy = structuredClone(key);
    return this.session.write(({ apiKeys, apiKeyIds }) => {
      if (apiKeys.get(copy.id) !== undefined || apiKeyIds.get(copy.hash) !== undefined) {
        throw new Error(`API key ${copy.id} is stored already`);
      }
      apiKeys.set(copy.id, copy);
      apiKeyIds.set(copy.hash, copy.id);
    });
  }

  update({ id, revokedAt }: ApiKey): Promise<void> {
    const revocation = revokedAt === undefined ? {} : { revokedAt: new Date(revokedAt) };
    return this.session.write(({ apiKeys }) => {
      const stored = apiKeys.get(id);
      if (stored === undefined) throw new Error(`API key ${id} is not stored`);
      const { revokedAt: _previous, ...rest } = stored;
      apiKeys.set(id, { ...rest, ...revocation });
    });
  }

  delete(ids: readonly ApiKeyId[]): Promise<void> {
    return this.session.write(({ apiKeys, apiKeyIds, apiKeyUsage, keySpending }) => {
      deleteWhere(keySpending, ({ keyId }) => ids.includes(keyId));
      for (const id of ids) {
        const hash = apiKeys.get(id)?.hash;
        if (hash !== undefined) apiKeyIds.delete(hash);
        apiKeys.delete(id);
        apiKeyUsage.delete(id);
      }
    });
  }

  findById(id: ApiKeyId): Promise<ApiKey | undefined> {
    return this.session.read(({ apiKeys }) => apiKeys.get(id));
  }

  findByHash(hash: ApiKeyHash): Promise<ApiKey | undefined> {
    return this.session.read(({ apiKeys, apiKeyIds }) => {
      const id = apiKeyIds.get(hash);
      return id === undefined ? undefined : apiKeys.get(id);
    });
  }

  listBehind(id: ApiKeyId | undefined, limit: number): Promise<readonly ApiKey[]> {
    return this.session.read(({ apiKeys }) => behind(apiKeys, id, limit));
  }

  listByOwner(owner: Address): Promise<readonly ApiKey[]> {
    return this.newestFirst((key) => key.owner === owner);
  }

  listUnrevoked(owner: Address, name: string): Promise<readonly ApiKey[]> {
    return this.newestFirst(
      (key) => key.owner === owner && key.terms.name === name && key.revokedAt === undefined,
    );
  }

  private newestFirst(matches: (key: ApiKey) => boolean): Promise<ApiKey[]> {
    return this.session.read(({ apiKeys }) => [...apiKeys.values()].filter(matches).sort(newestFirst));
  }
}

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
      const found = ids.map((id) => apiKeyUsage.get(id)).filter((usage) => usage !== undefined);
      return new Map(found.map(({ keyId, counts, lastUsedAt }) => [keyId, { counts, lastUsedAt }]));
    });
  }

  listRecent(id: ApiKeyId): Promise<readonly KeyRequest[]> {
    return this.session.read(({ apiKeyUsage }) => [...(apiKeyUsage.get(id)?.requests ?? [])].reverse());
  }
}

/** Adds usage to the stored usage. Requests are sorted by the time at which they were made, even if recorded late. */
function merged(stored: KeyUsage | undefined, usage: KeyUsage): KeyUsage {
  if (stored === undefined) return usage;
  const requests = [...stored.requests, ...usage.requests].sort((a, b) => a.at.getTime() - b.at.getTime());
  return { ...addUsage(stored, usage), requests: requests.slice(-RECENT_REQUESTS) };
}

export class InMemoryRateCounter implements RateCounter {
  constructor(private readonly session: Session) {}

  add(subject: ApiKeyId | Address, windowStart: Date, count: number): Promise<number> {
    const startMs = windowStart.getTime();
    return this.session.write(({ rateWindows }) => {
      const key = `${subject} ${startMs}`;
      const before = rateWindows.get(key)?.requests ?? 0;
      rateWindows.set(key, { startMs, requests: before + count });
      return before;
    });
  }

  deleteBefore(start: Date): Promise<void> {
    return this.session.write(({ rateWindows }) =>
      deleteWhere(rateWindows, ({ startMs }) => startMs < start.getTime()),
    );
  }
}

export class InMemoryKeySpendingLog implements KeySpendingLog {
  constructor(private readonly session: Session) {}

  begin(spending: KeySpending): Promise<void> {
    return this.#count(spending, 1);
  }

  takeBack(spending: KeySpending): Promise<void> {
    return this.#count(spending, -1);
  }

  list(keys: readonly ApiKeyId[], day: Date): Promise<readonly KeySpending[]> {
    return this.session.read(({ keySpending }) =>
      [...keySpending.entries()]
        .filter(([, row]) => keys.includes(row.keyId) && row.day.getTime() === day.getTime())
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, { attempts: _, ...spending }]) => spending),
    );
  }

  deleteBefore(day: Date): Promise<void> {
    return this.session.write(({ keySpending }) => deleteWhere(keySpending, (row) => row.day < day));
  }

  #count(spending: KeySpending, added: 1 | -1): Promise<void> {
    const copy = structuredClone(spending);
    return this.session.write(({ keySpending }) => {
      const key = `${copy.keyId} ${copy.day.getTime()} ${copy.order}`;
      const attempts = (keySpending.get(key)?.attempts ?? 0) + added;
      if (attempts > 0) keySpending.set(key, { ...copy, attempts });
      else keySpending.delete(key);
    });
  }
}
