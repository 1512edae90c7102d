import type { ApiKeyId } from '../domain/api-key/api-key.js';
import type { KeyRequest, KeyUsage, UsageCounts } from '../domain/api-key/usage.js';

export interface StoredUsage {
  readonly counts: UsageCounts;
  readonly lastUsedAt: Date;
}

/** What keys were used for: counters, and each key's RECENT_REQUESTS newest requests. */
export interface ApiKeyActivity {
  /** Adds to the counters, moves lastUsedAt on but never back, and forgets older requests: all of it or nothing. */
  record(usages: readonly KeyUsage[]): Promise<void>;
  /** By key; a key that was never used is absent. */
  listUsage(ids: readonly ApiKeyId[]): Promise<ReadonlyMap<ApiKeyId, StoredUsage>>;
  /** Newest first, at most RECENT_REQUESTS. */
  listRecent(id: ApiKeyId): Promise<readonly KeyRequest[]>;
}
