import type { ApiKey, ApiKeyHash, ApiKeyId } from '../../domain/api-key/api-key.js';
import type { Address } from '../../domain/shared/address.js';
import type { ApiKeyRepository } from '../../ports/api-key-repository.js';
import type { Session } from './tables.js';

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

  findById(id: ApiKeyId): Promise<ApiKey | undefined> {
    return this.session.read(({ apiKeys }) => structuredClone(apiKeys.get(id)));
  }

  findByHash(hash: ApiKeyHash): Promise<ApiKey | undefined> {
    return this.session.read(({ apiKeys, apiKeyIds }) => {
      const id = apiKeyIds.get(hash);
      return id === undefined ? undefined : structuredClone(apiKeys.get(id));
    });
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
    return this.session.read(({ apiKeys }) =>
      structuredClone([...apiKeys.values()].filter(matches).sort(byAge).reverse()),
    );
  }
}

const byAge = (a: ApiKey, b: ApiKey) =>
  a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
