import {
  And,
  IsNull,
  LessThan,
  MoreThan,
  MoreThanOrEqual,
  Not,
  type EntityManager,
  type FindOptionsOrder,
} from 'typeorm';
import type { MetadataEntry, MetadataRecord } from '../../../domain/metadata-record/metadata-record.js';
import type { UndeployedRecord } from '../../../domain/metadata-record/undeployed.js';
import type { Address } from '../../../domain/shared/address.js';
import type {
  MetadataChange,
  MetadataChanges,
  MetadataPageQuery,
  MetadataRepository,
} from '../../../ports/metadata.js';
import { column, type Session } from '../database/index.js';

export const MetadataTable = column.table('token_metadata', {
  contractId: column.primary(column.text('contract_id')),
  /** The record; null if it was dropped. */
  record: column.nullable(column.document('record')),
  /** Time of expiry, past or future; null if none. */
  expiresAt: column.nullable(column.time('expires_at')),
  /** Number of the record's last save. Saves are numbered from 1, in the order in which they commit. */
  savedAs: column.count('saved_as'),
});

type MetadataRow = column.RowOf<typeof MetadataTable>;

/** Lock that every save holds until it commits, so that saves commit in the order of their numbers. */
const SAVES = 'metadata-saves';

/** Suffix with which a text sorts after every contract id that starts with that text. */
const LAST = '~';

/** Length of a record's text, computed without reading the text. */
const BYTES = 'octet_length(token.record)';

const ofDeployer = (deployer: Address) =>
  And(MoreThanOrEqual(`${deployer}.`), LessThan(`${deployer}.${LAST}`));

export class TypeOrmMetadataRepository implements MetadataRepository {
  constructor(private readonly session: Session) {}

  async find(contractId: string): Promise<MetadataRecord | undefined> {
    const row = await this.session.query((manager) => manager.findOneBy(MetadataTable, { contractId }));
    return row === null ? undefined : toChange(row).record;
  }

  async save(contractId: string, record: MetadataRecord, expiresAt?: Date): Promise<void> {
    const copy = structuredClone(record);
    await this.change(async (manager, savedAs) => {
      const row = { contractId, record: copy, expiresAt: expiresAt ?? null, savedAs };
      await manager.upsert(MetadataTable, row, ['contractId']);
    });
  }

  async page({ principal, after, limit }: MetadataPageQuery): Promise<readonly MetadataEntry[]> {
    const bounds = [
      ...(principal ? [MoreThanOrEqual(principal), LessThan(principal + LAST)] : []),
      ...(after ? [MoreThan(after)] : []),
    ];
    const where = {
      record: Not(IsNull()),
      ...(bounds.length > 0 && { contractId: And(...bounds) }),
    };
    const rows = await this.list(where, { contractId: 'ASC' }, limit);
    return rows.map(({ contractId, record }) => ({ contractId, record: record as MetadataRecord }));
  }

  bytesOf(deployer: Address): Promise<number> {
    return this.session.query(async (manager) => {
      const sum = await manager
        .createQueryBuilder(MetadataTable, 'token')
        .select(`SUM(${BYTES})`, 'n')
        .where({ contractId: ofDeployer(deployer) })
        .getRawOne<{ readonly n: number | string | null }>();
      return Number(sum?.n ?? 0);
    });
  }

  async undeployedOf(deployer: Address, limit: number): Promise<readonly UndeployedRecord[]> {
    const rows = await this.session.query((manager) =>
      manager
        .createQueryBuilder(MetadataTable, 'token')
        .select('token.contractId', 'id')
        .addSelect(BYTES, 'bytes')
        .where({ contractId: ofDeployer(deployer), expiresAt: Not(IsNull()), record: Not(IsNull()) })
        .orderBy('token.contractId')
        .limit(limit)
        .getRawMany<{ readonly id: string; readonly bytes: number | string }>(),
    );
    return rows.map(({ id, bytes }) => ({ contractId: id, bytes: Number(bytes) }));
  }

  async expiredBefore(time: Date, limit: number): Promise<readonly string[]> {
    const rows = await this.session.query((manager) =>
      manager.find(MetadataTable, {
        select: { contractId: true },
        where: { expiresAt: LessThan(time), record: Not(IsNull()) },
        order: { expiresAt: 'ASC', contractId: 'ASC' },
        take: limit,
      }),
    );
    return rows.map(({ contractId }) => contractId);
  }

  async keep(contractId: string): Promise<void> {
    await this.session.change((manager) =>
      manager.update(MetadataTable, { contractId, record: Not(IsNull()) }, { expiresAt: null }),
    );
  }

  async dropExpired(contractId: string, time: Date): Promise<void> {
    await this.change(async (manager, savedAs) => {
      const expired = { contractId, expiresAt: LessThan(time), record: Not(IsNull()) };
      await manager.update(MetadataTable, expired, { record: null, savedAs });
    });
  }

  async forgetDropped(time: Date): Promise<void> {
    // The row with the last number stays, because that number is the state of all records.
    await this.change((manager, savedAs) =>
      manager.delete(MetadataTable, {
        record: IsNull(),
        expiresAt: LessThan(time),
        savedAs: LessThan(savedAs - 1),
      }),
    );
  }

  async state(): Promise<string> {
    const last = await this.session.query((manager) => manager.maximum(MetadataTable, 'savedAs'));
    return String(last ?? 0);
  }

  async changesSince(state = '0', limit: number): Promise<MetadataChanges> {
    // Most calls find nothing new. They end here, without waiting for a scan.
    if (state === (await this.state())) return { entries: [], state };
    const rows = await this.list({ savedAs: MoreThan(Number(state)) }, { savedAs: 'ASC' }, limit);
    return { entries: rows.map(toChange), state: String(rows.at(-1)?.savedAs ?? state) };
  }

  /** Makes a change under the lock of all changes; `savedAs` is its number. */
  private async change(make: (manager: EntityManager, savedAs: number) => Promise<unknown>): Promise<void> {
    await this.session.write(async (queries, lock) => {
      await lock(SAVES);
      await queries.entities(async (manager) => {
        const last = await manager.maximum(MetadataTable, 'savedAs');
        await make(manager, (last ?? 0) + 1);
      });
    });
  }

  private list(where: object, order: FindOptionsOrder<MetadataRow>, take: number): Promise<MetadataRow[]> {
    return this.session.scan('list', (queries) =>
      queries.entities((manager) => manager.find(MetadataTable, { where, order, take })),
    );
  }
}

const toChange = ({ contractId, record }: MetadataRow): MetadataChange => ({
  contractId,
  record: record === null ? undefined : (record as MetadataRecord),
});
