import { And, EntitySchema, LessThan, MoreThan, MoreThanOrEqual, type FindOptionsOrder } from 'typeorm';
import type { MetadataEntry, MetadataRecord } from '../../../domain/metadata-record/metadata-record.js';
import type { Address } from '../../../domain/shared/address.js';
import type { MetadataChanges, MetadataPageQuery, MetadataRepository } from '../../../ports/metadata.js';
import { column, sql, type Session } from '../database/index.js';

interface MetadataRow {
  readonly contractId: string;
  readonly record: object;
  /** The record's last save. Saves are numbered from 1, in the order in which they commit. */
  readonly savedAs: number;
}

export const MetadataTable = new EntitySchema<MetadataRow>({
  name: 'token_metadata',
  columns: {
    contractId: column.primary(column.text('contract_id')),
    record: column.document('record'),
    savedAs: column.count('saved_as'),
  },
});

/** Every save holds this lock until it commits, so saves commit in the order of their numbers. */
const SAVES = 'metadata-saves';

/** Sorts after every contract id that starts with the text before it. */
const LAST = '~';

export class TypeOrmMetadataRepository implements MetadataRepository {
  constructor(private readonly session: Session) {}

  async find(contractId: string): Promise<MetadataRecord | undefined> {
    const row = await this.session.query((manager) => manager.findOneBy(MetadataTable, { contractId }));
    return row ? toEntry(row).record : undefined;
  }

  async save(contractId: string, record: MetadataRecord): Promise<void> {
    const copy = structuredClone(record);
    await this.session.write(async (queries, lock) => {
      await lock(SAVES);
      await queries.entities(async (manager) => {
        const last = await manager.maximum(MetadataTable, 'savedAs');
        const row = { contractId, record: copy, savedAs: (last ?? 0) + 1 };
        await manager.upsert(MetadataTable, row, ['contractId']);
      });
    });
  }

  async page({ principal, after, limit }: MetadataPageQuery): Promise<readonly MetadataEntry[]> {
    const bounds = [
      ...(principal ? [MoreThanOrEqual(principal), LessThan(principal + LAST)] : []),
      ...(after ? [MoreThan(after)] : []),
    ];
    const where = bounds.length === 0 ? {} : { contractId: And(...bounds) };
    const rows = await this.list(where, { contractId: 'ASC' }, limit);
    return rows.map(toEntry);
  }

  bytesOf(deployer: Address): Promise<number> {
    // Reads lengths, not texts.
    return this.session.read((queries) =>
      queries.number(sql`
        SELECT SUM(octet_length(record)) AS n FROM token_metadata
        WHERE contract_id >= ${`${deployer}.`} AND contract_id < ${`${deployer}.${LAST}`}`),
    );
  }

  async state(): Promise<string> {
    const last = await this.session.query((manager) => manager.maximum(MetadataTable, 'savedAs'));
    return String(last ?? 0);
  }

  async changesSince(state = '0', limit: number): Promise<MetadataChanges> {
    // Most calls find nothing new, and must not wait until a scan has its turn.
    if (state === (await this.state())) return { entries: [], state };
    const rows = await this.list({ savedAs: MoreThan(Number(state)) }, { savedAs: 'ASC' }, limit);
    return { entries: rows.map(toEntry), state: String(rows.at(-1)?.savedAs ?? state) };
  }

  private list(where: object, order: FindOptionsOrder<MetadataRow>, take: number): Promise<MetadataRow[]> {
    return this.session.scan('list', (queries) =>
      queries.entities((manager) => manager.find(MetadataTable, { where, order, take })),
    );
  }
}

const toEntry = ({ contractId, record }: MetadataRow): MetadataEntry => ({
  contractId,
  record: record as MetadataRecord,
});
