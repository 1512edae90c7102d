import type { LogoPictures, LogoSize, TokenLogo } from '../../../domain/metadata-record/token-logo.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import type { StoredPicture, TokenLogoRepository } from '../../../ports/token-logos.js';
import { column, type Session } from '../database/index.js';

export const TokenLogoTable = column.table('token_logos', {
  contractId: column.primary(column.text<ContractId>('contract_id')),
  address: column.nullable(column.text('address')),
  tag: column.nullable(column.text('tag')),
  failures: column.integer('failures'),
  dueAt: column.time('due_at'),
  picture64: column.nullable(column.bytes('picture_64')),
  picture128: column.nullable(column.bytes('picture_128')),
});

const PICTURE = { 64: 'picture64', 128: 'picture128' } as const satisfies Record<LogoSize, string>;

export class TypeOrmTokenLogoRepository implements TokenLogoRepository {
  constructor(private readonly session: Session) {}

  async all(): Promise<readonly TokenLogo[]> {
    const select = { contractId: true, address: true, tag: true, failures: true, dueAt: true };
    const rows = await this.session.query((manager) => manager.find(TokenLogoTable, { select }));
    return rows.map(({ contractId, address, tag, failures, dueAt }) => ({
      ...{ contractId, failures, dueAt },
      ...{ address: address ?? undefined, tag: tag ?? undefined },
    }));
  }

  async picture(contractId: string, size: LogoSize): Promise<StoredPicture | undefined> {
    const row = await this.session.query((manager) =>
      manager.findOne(TokenLogoTable, {
        select: { contractId: true, tag: true, [PICTURE[size]]: true },
        where: { contractId: contractId as ContractId },
      }),
    );
    const png = row?.[PICTURE[size]];
    return png && row?.tag ? { png, tag: row.tag } : undefined;
  }

  async save(logo: TokenLogo, pictures?: LogoPictures): Promise<void> {
    const { contractId, address = null, tag = null, failures, dueAt } = logo;
    const row = {
      ...{ contractId: contractId as ContractId, address, tag, failures, dueAt },
      ...(pictures !== undefined && { picture64: pictures[64], picture128: pictures[128] }),
      ...(tag === null && { picture64: null, picture128: null }),
    };
    await this.session.change((manager) => manager.upsert(TokenLogoTable, row, ['contractId']));
  }
}
