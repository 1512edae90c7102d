import {
  savedAtMs,
  type MetadataEntry,
  type MetadataRecord,
} from '../../domain/metadata-record/metadata-record.js';
import { checkLength, readSafeJson } from '../../domain/metadata-record/safe-json.js';
import { parseContractIdOfAnyNetwork } from '../../domain/shared/contract-id.js';
import { err, ok, unwrap, type Result } from '../../domain/shared/result.js';
import { metadataLock } from '../../ports/metadata.js';
import type { Hasher, MetadataRepository, Ports } from '../../ports/index.js';
import { inBatches } from '../shared/in-batches.js';

/** Bounds memory, the locks one transaction holds, and how long it blocks other saves. */
export const RECORDS_PER_BATCH = 200;

/** A record as read from a file. */
export interface RawMetadata {
  /** Its place in the file, for messages. */
  readonly where: string;
  /** The contract id that the file gives beside the record, if any. */
  readonly key?: string;
  readonly value?: unknown;
  /** Why there is no value. */
  readonly unreadable?: string;
}

export interface RefusedMetadata {
  readonly where: string;
  /** As given, where it is text. */
  readonly contractId: string | undefined;
  readonly field: string;
  readonly reason: string;
}

export interface MetadataImportReport {
  readonly records: number;
  readonly added: number;
  /** Replaced a record that was saved earlier. */
  readonly replaced: number;
  /** Were already stored, character for character. */
  readonly known: number;
  /** Skipped because the stored record is as new or newer, or neither states its age. */
  readonly older: number;
  readonly refused: number;
}

export interface MetadataImportRules {
  /** Receives the refused records of a batch before the next batch is read. */
  readonly refused: (records: readonly RefusedMetadata[]) => Promise<void>;
  /** Receives the totals so far after each batch. */
  readonly progress?: (report: MetadataImportReport) => void;
}

type Outcome = 'added' | 'replaced' | 'known' | 'older';

/**
 * Imports existing records unchanged, `lastUpdated` included, in batches that are each stored completely or not at all.
 * Only a newer record replaces a stored one, so an interrupted import can simply be repeated. The fields are not checked
 * (see `lintMetadata`); contract ids may be of any network.
 */
export async function importMetadata(
  { unitOfWork, hasher }: Pick<Ports, 'unitOfWork' | 'hasher'>,
  records: AsyncIterable<RawMetadata>,
  { refused, progress }: MetadataImportRules,
): Promise<MetadataImportReport> {
  const report = { records: 0, added: 0, replaced: 0, known: 0, older: 0, refused: 0 };
  for await (const batch of inBatches(records, RECORDS_PER_BATCH)) {
    const taken: MetadataEntry[] = [];
    const notTaken: RefusedMetadata[] = [];
    for (const raw of batch) {
      const entry = readEntry(raw, hasher);
      if (entry.ok) taken.push(entry.value);
      else notTaken.push(entry.error);
    }
    for (const outcome of await storeAll(unitOfWork, taken)) report[outcome] += 1;
    report.records += batch.length;
    report.refused += notTaken.length;
    await refused(notTaken);
    progress?.(report);
  }
  return report;
}

function readEntry(raw: RawMetadata, hasher: Hasher): Result<MetadataEntry, RefusedMetadata> {
  const { where, key, value, unreadable } = raw;
  const refuse = (field: string, reason: string, contractId: unknown = key) =>
    err({ where, contractId: typeof contractId === 'string' ? contractId : undefined, field, reason });
  if (unreadable !== undefined) return refuse('record', unreadable);
  const safe = readSafeJson(value);
  if (!safe.ok) return refuse(safe.error.field, safe.error.reason);
  const { contractId = key, ...record } = safe.value;
  if (key !== undefined && contractId !== key) {
    return refuse('contractId', 'is another than the one under which the record stands');
  }
  const id = parseContractIdOfAnyNetwork(contractId, hasher.sha256);
  if (!id.ok) return refuse('contractId', id.error.reason, contractId);
  const tooLong = checkLength(record);
  if (tooLong !== undefined) return refuse(tooLong.field, tooLong.reason, contractId);
  return ok({ contractId: id.value, record });
}

async function storeAll(
  unitOfWork: Ports['unitOfWork'],
  entries: readonly MetadataEntry[],
): Promise<readonly Outcome[]> {
  if (entries.length === 0) return [];
  const ids = [...new Set(entries.map(({ contractId }) => contractId))].sort();
  const stored = await unitOfWork.run(async (storage): Promise<Result<Outcome[], never>> => {
    for (const id of ids) await storage.lock(metadataLock(id));
    const outcomes: Outcome[] = [];
    for (const entry of entries) outcomes.push(await store(storage.metadata, entry));
    return ok(outcomes);
  });
  return unwrap(stored);
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

/** A record without a time counts as older than any with one. */
const isNewer = (record: MetadataRecord, than: MetadataRecord): boolean =>
  (savedAtMs(record) ?? -Infinity) > (savedAtMs(than) ?? -Infinity);
