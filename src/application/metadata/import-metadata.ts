import {
  savedAtMs,
  type MetadataEntry,
  type MetadataRecord,
} from '../../domain/metadata-record/metadata-record.js';
import { checkLength, readSafeJson } from '../../domain/metadata-record/safe-json.js';
import { parseContractId } from '../../domain/shared/contract-id.js';
import { err, ok, unwrap, type Result } from '../../domain/shared/result.js';
import { metadataLock } from '../../ports/metadata-repository.js';
import type { Hasher, MetadataRepository, Ports } from '../../ports/index.js';

/** Bounds memory, how many locks one transaction holds, and how long it holds up whoever else saves. */
export const RECORDS_PER_BATCH = 200;

/** A record as some file held it. */
export interface RawMetadata {
  /** Where it stood, for people. */
  readonly where: string;
  /** The contract id under which it stood, if there was one beside the record. */
  readonly key?: string;
  readonly value?: unknown;
  /** Why there is no value, if there is none. */
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
  /** Took the place of a record that was saved earlier. */
  readonly replaced: number;
  /** Were stored already, word for word. */
  readonly known: number;
  /** Left alone what is stored, which is as new or newer, or does not differ in age. */
  readonly older: number;
  readonly refused: number;
}

export interface MetadataImportRules {
  /** Hears of every record that was refused, before the next batch is read. */
  readonly refused: (records: readonly RefusedMetadata[]) => Promise<void>;
  /** Hears what came of the records so far, after each batch. */
  readonly progress?: (report: MetadataImportReport) => void;
}

type Outcome = 'added' | 'replaced' | 'known' | 'older';

/**
 * Brings existing records along as they are, of whatever age, `lastUpdated` included; in batches that are each stored
 * whole or not at all. A stored record gives way to a newer one only, so an import that was cut off is simply run again.
 * What a record's fields say is not judged (see `lintMetadata`); contract ids may be of any network.
 */
export async function importMetadata(
  { unitOfWork, hasher }: Pick<Ports, 'unitOfWork' | 'hasher'>,
  records: AsyncIterable<RawMetadata>,
  { refused, progress }: MetadataImportRules,
): Promise<MetadataImportReport> {
  const report = { records: 0, added: 0, replaced: 0, known: 0, older: 0, refused: 0 };
  for await (const batch of inBatches(records)) {
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
  const id = parseOnAnyNetwork(contractId, hasher);
  if (!id.ok) return refuse('contractId', id.error.reason, contractId);
  const tooLong = checkLength(record);
  if (tooLong !== undefined) return refuse(tooLong.field, tooLong.reason, contractId);
  return ok({ contractId: id.value, record });
}

function parseOnAnyNetwork(raw: unknown, hasher: Hasher) {
  const onMainnet = parseContractId(raw, 'mainnet', hasher.sha256);
  return onMainnet.ok ? onMainnet : parseContractId(raw, 'testnet', hasher.sha256);
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

/** A record that does not say when it was saved is older than any that does. */
const isNewer = (record: MetadataRecord, than: MetadataRecord): boolean =>
  (savedAtMs(record) ?? -Infinity) > (savedAtMs(than) ?? -Infinity);

async function* inBatches(records: AsyncIterable<RawMetadata>): AsyncIterable<readonly RawMetadata[]> {
  let batch: RawMetadata[] = [];
  for await (const record of records) {
    batch.push(record);
    if (batch.length < RECORDS_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
