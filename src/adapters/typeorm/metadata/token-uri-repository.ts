import { In, MoreThan } from 'typeorm';
import type { TokenUri } from '../../../domain/metadata-record/token-uri.js';
import type { TokenSafety } from '../../../domain/token-safety/token-safety.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import type { TokenUriRepository } from '../../../ports/token-uris.js';
import { column, type Session } from '../database/index.js';

export const TokenUriTable = column.table('token_uris', {
  contractId: column.primary(column.text<ContractId>('contract_id')),
  uri: column.nullable(column.text('uri')),
  facts: column.document('facts'),
  failures: column.integer('failures'),
  dueAt: column.time('due_at'),
  safety: column.nullable(column.document<TokenSafety>('safety')),
});

export class TypeOrmTokenUriRepository implements TokenUriRepository {
  constructor(private readonly session: Session) {}

  async all(): Promise<readonly TokenUri[]> {
    const rows = await this.session.query((manager) => manager.find(TokenUriTable));
    return rows.map(({ contractId, uri, facts, failures, dueAt, safety }) => ({
      contractId,
      uri: uri ?? undefined,
      facts,
      failures,
      dueAt,
      ...(safety !== null && { safety }),
    }));
  }

  async save(found: TokenUri): Promise<void> {
    const row = { ...found, uri: found.uri ?? null, safety: found.safety ?? null };
    await this.session.change((manager) => manager.upsert(TokenUriTable, row, ['contractId']));
  }

  async haste(contracts: readonly ContractId[], dueAt: Date): Promise<void> {
    const later = { contractId: In([...contracts]), dueAt: MoreThan(dueAt) };
    await this.session.change((manager) => manager.update(TokenUriTable, later, { dueAt }));
  }
}
