import type { MetadataEntry, MetadataRecord } from '../../../domain/metadata-record/metadata-record.js';
import type {
  MetadataChanges,
  MetadataPageQuery,
  MetadataRepository,
} from '../../../ports/metadata-repository.js';
import type { Session } from '../database/database.js';
import type { MetadataRow } from './metadata-table.js';
import { allOf, sql } from '../database/sql.js';
import { StoredFields } from '../database/stored-fields.js';

/** Held by every save until it commits, so saves commit in the order of their numbers. */
const SAVES = 'metadata-saves';

const SAVE =
  'INSERT INTO token_metadata (contract_id, record, saved_as) ' +
  'VALUES (?, ?, (SELECT COALESCE(MAX(saved_as), 0) + 1 FROM token_metadata)) ' +
  'ON CONFLICT (contract_id) DO UPDATE SET record = excluded.record, saved_as = excluded.saved_as';

/** Sorts after every contract id that starts with the text before it. */
const LAST = '~';

/** Records as JSON text: whoever reads one gets the fields in the order in which they were saved. */
export class TypeOrmMetadataRepository implements MetadataRepository {
  constructor(private readonly session: Session) {}

  async find(contractId: string): Promise<MetadataRecord | undefined> {
    const [row] = await this.session.read((queries) =>
      queries.rows<MetadataRow>('SELECT * FROM token_metadata WHERE contract_id = ?', [contractId]),
    );
    return row && toEntry(row).record;
  }

  async save(contractId: string, record: MetadataRecord): Promise<void> {
    const text = JSON.stringify(record);
    await this.session.write(async (queries, lock) => {
      await lock(SAVES);
      await queries.execute(SAVE, [contractId, text]);
    });
  }

  async page({ principal, after, limit }: MetadataPageQuery): Promise<readonly MetadataEntry[]> {
    const isWanted = allOf([
      principal ? sql`contract_id >= ${principal} AND contract_id < ${principal + LAST}` : undefined,
      after ? sql`contract_id > ${after}` : undefined,
    ]);
    const rows = await this.session.read((queries) =>
      queries.select<MetadataRow>(
        sql`SELECT * FROM token_metadata WHERE ${isWanted} ORDER BY contract_id LIMIT ${limit}`,
      ),
    );
    return rows.map(toEntry);
  }

  async state(): Promise<string> {
    const last = await this.session.read((queries) =>
      queries.number(sql`SELECT MAX(saved_as) AS n FROM token_metadata`),
    );
    return String(last);
  }

  async changesSince(state = '0', limit: number): Promise<MetadataChanges> {
    const rows = await this.session.read((queries) =>
      queries.select<MetadataRow>(
        sql`SELECT * FROM token_metadata WHERE saved_as > ${Number(state)} ORDER BY saved_as LIMIT ${limit}`,
      ),
    );
    return { entries: rows.map(toEntry), state: String(rows.at(-1)?.saved_as ?? state) };
  }
}

function toEntry(row: MetadataRow): MetadataEntry {
  const columns = StoredFields.of(row, `token_metadata ${row.contract_id}`);
  return { contractId: columns.text('contract_id'), record: columns.document('record') };
}
