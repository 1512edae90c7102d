import {
  isPermission,
  type ApiKey,
  type ApiKeyHash,
  type ApiKeyId,
  type Permission,
} from '../../../domain/api-key/api-key.js';
import type { Address } from '../../../domain/shared/address.js';
import type { ApiKeyRepository } from '../../../ports/api-key-repository.js';
import { ApiKeyTable, type ApiKeyRow } from './api-key-tables.js';
import type { Session } from '../database/database.js';
import { insertInto } from '../database/queries.js';
import { isoTime, StoredFields } from '../database/stored-fields.js';

const INSERT = insertInto(ApiKeyTable, 'id');

export class TypeOrmApiKeyRepository implements ApiKeyRepository {
  constructor(private readonly session: Session) {}

  async insert(key: ApiKey): Promise<void> {
    const stored = await this.session.write((queries) => queries.insert(INSERT, toRow(key)));
    if (!stored) throw new Error(`API key ${key.id} is stored already`);
  }

  async update(key: ApiKey): Promise<void> {
    const { id, revoked_at } = toRow(key);
    const changed = await this.session.write((queries) =>
      queries.execute('UPDATE api_keys SET revoked_at = ? WHERE id = ?', [revoked_at, id]),
    );
    if (changed === 0) throw new Error(`API key ${id} is not stored`);
  }

  findById(id: ApiKeyId): Promise<ApiKey | undefined> {
    return this.findOne('SELECT * FROM api_keys WHERE id = ?', id);
  }

  findByHash(hash: ApiKeyHash): Promise<ApiKey | undefined> {
    return this.findOne('SELECT * FROM api_keys WHERE hash = ?', hash);
  }

  listByOwner(owner: Address): Promise<readonly ApiKey[]> {
    return this.list('SELECT * FROM api_keys WHERE owner = ? ORDER BY created_at DESC, id DESC', [owner]);
  }

  listUnrevoked(owner: Address, name: string): Promise<readonly ApiKey[]> {
    return this.list(
      'SELECT * FROM api_keys WHERE owner = ? AND name = ? AND revoked_at IS NULL ORDER BY created_at DESC, id DESC',
      [owner, name],
    );
  }

  private async findOne(sql: string, key: string): Promise<ApiKey | undefined> {
    const [found] = await this.list(sql, [key]);
    return found;
  }

  private async list(sql: string, parameters: readonly string[]): Promise<ApiKey[]> {
    const rows = await this.session.read((queries) => queries.rows<ApiKeyRow>(sql, parameters));
    return rows.map(fromRow);
  }
}

const toRow = ({ id, owner, hash, preview, terms, createdAt, revokedAt }: ApiKey): ApiKeyRow => ({
  id,
  owner,
  hash,
  preview,
  name: terms.name,
  permissions: JSON.stringify(terms.permissions),
  created_at: isoTime(createdAt),
  expires_at: terms.expiresAt === undefined ? null : isoTime(terms.expiresAt),
  revoked_at: revokedAt === undefined ? null : isoTime(revokedAt),
});

function fromRow(row: ApiKeyRow): ApiKey {
  const columns = StoredFields.of(row, `api_keys ${row.id}`);
  return {
    id: columns.text('id'),
    owner: columns.text('owner'),
    hash: columns.text('hash'),
    preview: columns.text('preview'),
    terms: {
      name: columns.text('name'),
      permissions: permissionsFrom(row),
      ...(columns.has('expires_at') && { expiresAt: columns.time('expires_at') }),
    },
    createdAt: columns.time('created_at'),
    ...(columns.has('revoked_at') && { revokedAt: columns.time('revoked_at') }),
  };
}

function permissionsFrom({ id, permissions }: ApiKeyRow): readonly Permission[] {
  const stored: unknown = JSON.parse(permissions);
  const all: readonly unknown[] = Array.isArray(stored) ? stored : [];
  if (all.length > 0 && all.every(isPermission)) return all;
  throw new Error(`api_keys ${id}: the stored permissions are not what they must be`);
}
