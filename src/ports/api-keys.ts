import type { ApiKey, ApiKeyHash, ApiKeyId } from '../domain/api-key/api-key.js';
import type { KeySpending } from '../domain/api-key/spending.js';
import type { Address } from '../domain/shared/address.js';
import type { KeyRequest, KeyUsage } from '../domain/api-key/usage.js';

/** API keys, including revoked ones. Reads outside units of work see committed data, so a revocation takes effect at once. */
export interface ApiKeyRepository {
  /** Stores a new key. Throws if its id or hash is already stored; both are random. */
  insert(key: ApiKey): Promise<void>;
  /** Stores the key's revocation, its only change. Throws if the key is not stored. */
  update(key: ApiKey): Promise<void>;
  findById(id: ApiKeyId): Promise<ApiKey | undefined>;
  findByHash(hash: ApiKeyHash): Promise<ApiKey | undefined>;
  /** Newest first, by createdAt and id. */
  listByOwner(owner: Address): Promise<readonly ApiKey[]>;
  /** Up to `limit` keys with ids after this one, including revoked ones, in the order of ids. */
  listBehind(id: ApiKeyId | undefined, limit: number): Promise<readonly ApiKey[]>;
  /** Deletes keys with their usage. */
  delete(ids: readonly ApiKeyId[]): Promise<void>;
  /** The owner's keys with this name that are not revoked; they may have expired. */
  listUnrevoked(owner: Address, name: string): Promise<readonly ApiKey[]>;
}

/** A key's total usage. */
export type StoredUsage = Pick<KeyUsage, 'counts' | 'lastUsedAt'>;

/** Usage of API keys: counters, and each key's RECENT_REQUESTS newest requests. */
export interface ApiKeyActivity {
  /** Adds to the counters, advances lastUsedAt (never back) and drops older requests, all in one transaction. */
  record(usages: readonly KeyUsage[]): Promise<void>;
  /** By key; keys that were never used are absent. */
  listUsage(ids: readonly ApiKeyId[]): Promise<ReadonlyMap<ApiKeyId, StoredUsage>>;
  /** Newest first, at most RECENT_REQUESTS. */
  listRecent(id: ApiKeyId): Promise<readonly KeyRequest[]>;
}

/** Counts requests per window, for each API key and for each wallet that signs its own requests, across all processes on one storage. */
export interface RateCounter {
  /** Adds `count`, 1 or more, and returns the number before the addition, which is exact even with concurrent calls. */
  add(subject: ApiKeyId | Address, windowStart: Date, count: number): Promise<number>;
  /** Deletes windows that started before `start`. */
  deleteBefore(start: Date): Promise<void>;
}

/** Orders that API keys execute, for the daily amounts of keys. Lock `api-key-spending:` and the key's id before changing any. */
export interface KeySpendingLog {
  /** Counts an attempt of the key to execute the order on the day. */
  begin(spending: KeySpending): Promise<void>;
  /** Takes back one attempt. The order is no longer listed once none is left. */
  takeBack(spending: KeySpending): Promise<void>;
  /** The orders that these keys executed on the day that starts at `day`, each once, by key and uuid. */
  list(keys: readonly ApiKeyId[], day: Date): Promise<readonly KeySpending[]>;
  /** Deletes days that started before `day`. */
  deleteBefore(day: Date): Promise<void>;
}
