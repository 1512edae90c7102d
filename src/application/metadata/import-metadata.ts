import {
  savedAtMs,
  type MetadataEntry,
  type MetadataRecord,
} from '../../domain/metadata-record/metadata-record.js';
import { checkLength, readSafeJson } from '../../domain/metadata-record/safe-json.js';
import { parseContractIdOfAnyNetwork } from '../../domain/shared/contract-id.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import { metadataLock } from '../../ports/metadata.js';
import type { Hasher, MetadataRepository, Ports } from '../../ports/index.js';
import {
  importRecords,
  type ImportReport,
  type ImportRules,
  type RawRecord,
  type Refusal,
  type RefusedRecord,
} from '../shared/import-records.js';

/**
 * Number of records stored in one transaction. It bounds memory, the locks that are held, and the time for which other saves are
 * blocked.
 */
export const RECORDS_PER_BATCH = 200;

export interface RefusedMetadata extends Omit<RefusedRecord, 'id'> {
  /** Contract id as given; undefined if that is not text. */
  readonly contractId: string | undefined;
}

/**
 * Report on an import of metadata. `replaced`: put in place of a record that was saved earlier; `known`: already stored,
 * character for character; `older`: skipped because the stored record is as new or newer, or neither states its age.
 */
export type MetadataImportReport = ImportReport<Outcome>;

type Outcome = 'added' | 'replaced' | 'known' | 'older';

/**
 * Imports existing records unchanged, `lastUpdated` included, in batches that are each stored completely or not at all. Only a
 * newer record replaces a stored one, so an interrupted import can be repeated. The fields are not checked (see `lintMetadata`);
 * contract ids may be of any network.
 */
export function importMetadata(
  { unitOfWork, hasher }: Pick<Ports, 'unitOfWork' | 'hasher'>,
  records: AsyncIterable<RawRecord>,
  { refused, ...rules }: ImportRules<MetadataImportReport, RefusedMetadata>,
): Promise<MetadataImportReport> {
  return importRecords<MetadataEntry, Outcome>(
    { unitOfWork },
    records,
    {
      batchSize: RECORDS_PER_BATCH,
      outcomes: ['added', 'replaced', 'known', 'older'],
      idField: 'contractId',
      read: (raw) => readEntry(raw, hasher),
      locksOf: ({ contractId }) => [metadataLock(contractId)],
      store: async ({ metadata }, entry) => ok(await store(metadata, entry)),
    },
    { ...rules, refused: (found) => refused(found.map(({ id, ...rest }) => ({ contractId: id, ...rest }))) },
  );
}

function readEntry({ key, value }: RawRecord, hasher: Hasher): Result<MetadataEntry, Refusal> {
  const safe = readSafeJson(value);
  if (!safe.ok) return safe;
  const { contractId = key, ...record } = safe.value;
  if (key !== undefined && contractId !== key)
    return err({ field: 'contractId', reason: 'is another than the one under which the record stands' });
  const id = parseContractIdOfAnyNetwork(contractId, hasher.sha256);
  if (!id.ok) return err({ field: 'contractId', reason: id.error.reason });
  const tooLong = checkLength(record);
  return tooLong === undefined ? ok({ contractId: id.value, record }) : err(tooLong);
}

async function store(metadata: MetadataRepository, { contractId, record }: MetadataEntry): Promise<Outcome> {
  const stored = await metadata.find(contractId);
  if (stored !== undefined) {
    if (JSON.stringify(stored) === JSON.stringify(record)) return 'known';
    if (!isNewer(record, stored)) return 'older';
  }
  await metadata.save(contractId, record);
  return stored === undefined ? 'added' : 'replaced';
}

/** Whether `record` is newer than `than`. A record without a time counts as older than any with one. */
const isNewer = (record: MetadataRecord, than: MetadataRecord): boolean =>
  (savedAtMs(record) ?? -Infinity) > (savedAtMs(than) ?? -Infinity);
