import { statusOf, type ApiKey, type ApiKeyStatus } from '../../domain/api-key/api-key.js';
import { NO_USAGE, type UsageCounts } from '../../domain/api-key/usage.js';
import type { StoredUsage } from '../../ports/index.js';

/** A key as its owner is shown it. */
export interface DescribedKey {
  readonly key: ApiKey;
  readonly status: ApiKeyStatus;
  readonly usage: UsageCounts;
  /** Absent for a key that was never used. */
  readonly lastUsedAt?: Date;
}

export const describeKey = (key: ApiKey, stored: StoredUsage | undefined, now: Date): DescribedKey => ({
  key,
  status: statusOf(key, now),
  usage: stored?.counts ?? NO_USAGE,
  ...(stored !== undefined && { lastUsedAt: stored.lastUsedAt }),
});
