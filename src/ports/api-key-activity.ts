import type { ApiKeyId } from '../domain/api-key/api-key.js';
import type { KeyRequest, KeyUsage, UsageCounts } from '../domain/api-key/usage.js';

/** A key's total usage. */
export interface StoredUsage {
  readonly counts: UsageCounts;
  readonly lastUsedAt: Date;
}

/** Usage of API keys: counters, and each key's RECENT_REQUESTS newest requests. */
export interface ApiKeyActivity {
  /** Adds to the counters, advances lastUsedAt (never back) and drops older requests, all in one transaction. */
  record(usages: readonly KeyUsage[]): Promise<void>;
  /** By key; keys that were never used are absent. */
  listUsage(ids: readonly ApiKeyId[]): Promise<ReadonlyMap<ApiKeyId, StoredUsage>>;
  /** Newest first, at most RECENT_REQUESTS. */
  listRecent(id: ApiKeyId): Promise<readonly KeyRequest[]>;
}
