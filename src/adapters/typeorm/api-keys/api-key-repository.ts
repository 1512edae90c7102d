import { In, IsNull, MoreThan, type FindOptionsWhere } from 'typeorm';
import {
  isPermission,
  type ApiKey,
  type ApiKeyHash,
  type ApiKeyId,
} from '../../../domain/api-key/api-key.js';
import type { Address } from '../../../domain/shared/address.js';
import type { ApiKeyRepository } from '../../../ports/api-keys.js';
import { column, type Session } from '../database/index.js';
import { ApiKeyRequestTable, ApiKeyUsageTable } from './api-key-activity.js';
import { KeySpendingTable } from './key-spending.js';
import { limitsFrom, storedLimits, type StoredLimits } from './stored-limits.js';

export const ApiKeyTable = column.table('api_keys', {
  id: column.primary(column.text<ApiKeyId>('id')),
  owner: column.text<Address>('owner'),
  name: column.text('name'),
  hash: column.text<ApiKeyHash>('hash'),
  preview: column.text('preview'),
  permissions: column.listOf('permissions', isPermission),
  limits: column.nullable(column.document<StoredLimits>('limits')),
  createdAt: column.time('created_at'),
  expiresAt: column.nullable(column.time('expires_at')),
  revokedAt: column.nullable(column.time('revoked_at')),
});

type ApiKeyRow = column.RowOf<typeof ApiKeyTable>;

export class TypeOrmApiKeyRepository implements ApiKeyRepository {
  constructor(private readonly session: Session) {}

  async insert(key: ApiKey): Promise<void> {
    const row = toRow(key);
    await this.session.change((manager) => manager.insert(ApiKeyTable, row));
  }

  async update(key: ApiKey): Promise<void> {
    const { id, revokedAt } = toRow(key);
    const { affected } = await this.session.change((manager) =>
      manager.update(ApiKeyTable, { id }, { revokedAt }),
    );
    if (affected === 0) throw new Error(`API key ${id} is not stored`);
  }

  async delete(ids: readonly ApiKeyId[]): Promise<void> {
    if (ids.length === 0) return;
    await this.session.write((queries) =>
      queries.entities(async (manager) => {
        await manager.delete(ApiKeyTable, { id: In([...ids]) });
        for (const table of [ApiKeyUsageTable, ApiKeyRequestTable, KeySpendingTable])
          await manager.delete(table, { keyId: In([...ids]) });
      }),
    );
  }

  async findById(id: ApiKeyId): Promise<ApiKey | undefined> {
    return (await this.list({ id }))[0];
  }

  async findByHash(hash: ApiKeyHash): Promise<ApiKey | undefined> {
    return (await this.list({ hash }))[0];
  }

  async listBehind(id: ApiKeyId | undefined, limit: number): Promise<readonly ApiKey[]> {
    const where = id === undefined ? {} : { id: MoreThan(id) };
    const rows = await this.session.query((manager) =>
      manager.find(ApiKeyTable, { where, order: { id: 'ASC' }, take: limit }),
    );
    return rows.map(fromRow);
  }

  listByOwner(owner: Address): Promise<readonly ApiKey[]> {
    return this.list({ owner });
  }

  listUnrevoked(owner: Address, name: string): Promise<readonly ApiKey[]> {
    return this.list({ owner, name, revokedAt: IsNull() });
  }

  private async list(where: FindOptionsWhere<ApiKeyRow>): Promise<ApiKey[]> {
    const rows = await this.session.query((manager) =>
      manager.find(ApiKeyTable, { where, order: { createdAt: 'DESC', id: 'DESC' } }),
    );
    return rows.map(fromRow);
  }
}

const toRow = ({ terms, revokedAt, ...key }: ApiKey): ApiKeyRow => ({
  ...key,
  ...terms,
  limits: terms.limits === undefined ? null : storedLimits(terms.limits),
  expiresAt: terms.expiresAt ?? null,
  revokedAt: revokedAt ?? null,
});

const fromRow = ({ name, permissions, limits, expiresAt, revokedAt, ...key }: ApiKeyRow): ApiKey => ({
  ...key,
  terms: {
    name,
    permissions,
    ...(limits && { limits: limitsFrom(limits) }),
    ...(expiresAt && { expiresAt }),
  },
  ...(revokedAt && { revokedAt }),
});
