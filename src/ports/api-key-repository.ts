import type { ApiKey, ApiKeyHash, ApiKeyId } from '../domain/api-key/api-key.js';
import type { Address } from '../domain/shared/address.js';

/** API keys, revoked ones included. Reads outside units of work see what is committed: a revocation counts at once. */
export interface ApiKeyRepository {
  /** Stores a new key. Throws when its id or its hash is stored already: both are random. */
  insert(key: ApiKey): Promise<void>;
  /** Stores the key's revocation, the one thing about it that changes. Throws when there is no such key. */
  update(key: ApiKey): Promise<void>;
  findById(id: ApiKeyId): Promise<ApiKey | undefined>;
  findByHash(hash: ApiKeyHash): Promise<ApiKey | undefined>;
  /** Newest first, by createdAt and id. */
  listByOwner(owner: Address): Promise<readonly ApiKey[]>;
  /** The owner's keys of this name that nobody revoked; their time may be up. */
  listUnrevoked(owner: Address, name: string): Promise<readonly ApiKey[]>;
}
