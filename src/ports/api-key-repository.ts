import type { ApiKey, ApiKeyHash, ApiKeyId } from '../domain/api-key/api-key.js';
import type { Address } from '../domain/shared/address.js';

/** API keys, including revoked ones. Reads outside units of work see committed data, so a revocation counts at once. */
export interface ApiKeyRepository {
  /** Stores a new key. Throws when its id or hash is already stored; both are random. */
  insert(key: ApiKey): Promise<void>;
  /** Stores the key's revocation, its only change. Throws when the key is not stored. */
  update(key: ApiKey): Promise<void>;
  findById(id: ApiKeyId): Promise<ApiKey | undefined>;
  findByHash(hash: ApiKeyHash): Promise<ApiKey | undefined>;
  /** Newest first, by createdAt and id. */
  listByOwner(owner: Address): Promise<readonly ApiKey[]>;
  /** The owner's keys of this name that are not revoked; they may have expired. */
  listUnrevoked(owner: Address, name: string): Promise<readonly ApiKey[]>;
}
