import { parseKeyRecord, type KeyRecord } from '../../domain/api-key/key-record.js';
import { err, ok, unwrap, type Result } from '../../domain/shared/result.js';
import type { Ports, StoragePorts } from '../../ports/index.js';
import { textOf, type RawRecord, type RefusedRecord } from '../orders/import-orders.js';
import { inBatches } from '../shared/in-batches.js';

const RECORDS_PER_BATCH = 200;

export interface KeyImportReport {
  readonly records: number;
  readonly added: number;
  /** Were already stored with the same hash; nothing of them was changed. */
  readonly known: number;
  readonly refused: number;
}

export interface KeyImportRules {
  /** Whether everything is checked and nothing stored. */
  readonly dryRun: boolean;
  /** Receives the refused records of a batch before the next batch is read. */
  readonly refused: (records: readonly RefusedRecord[]) => Promise<void>;
  /** Receives the totals so far after each batch. */
  readonly progress?: (report: KeyImportReport) => void;
}

type Needs = Pick<Ports, 'apiKeys' | 'clock' | 'hasher' | 'registry' | 'unitOfWork'>;
type Refusal = Omit<RefusedRecord, 'where' | 'id'>;
type Outcome = 'added' | 'known' | Refusal;

/**
 * Imports API keys of another exchange by their hashes, so that bots keep their keys. A stored key is never changed, so
 * an interrupted import can simply be repeated, and a key that was revoked here stays revoked.
 */
export async function importKeys(
  ports: Needs,
  records: AsyncIterable<RawRecord>,
  { dryRun, refused, progress }: KeyImportRules,
): Promise<KeyImportReport> {
  const report = { records: 0, added: 0, known: 0, refused: 0 };
  for await (const batch of inBatches(records, RECORDS_PER_BATCH)) {
    const keys = batch.map((raw) => readKey(raw, ports));
    const outcomes = dryRun
      ? await Promise.all(keys.map(async (key) => (key.ok ? outcomeOf(ports, key.value) : key.error)))
      : await storeAll(ports, keys);
    const notTaken = outcomes.flatMap((outcome, n): RefusedRecord[] => {
      if (typeof outcome === 'string') report[outcome] += 1;
      const { where, value } = batch[n]!;
      return typeof outcome === 'string' ? [] : [{ where, id: textOf(value, 'id'), ...outcome }];
    });
    report.records += batch.length;
    report.refused += notTaken.length;
    await refused(notTaken);
    progress?.(report);
  }
  return report;
}

function readKey(
  { value, unreadable }: RawRecord,
  { clock, hasher, registry }: Needs,
): Result<KeyRecord, Refusal> {
  if (unreadable !== undefined) return err({ field: 'record', reason: unreadable });
  const { network } = registry.current();
  const record = parseKeyRecord(value, { network, sha256: hasher.sha256, now: clock.now() });
  return record.ok ? record : err(record.error[0]!);
}

async function storeAll(
  { unitOfWork }: Needs,
  keys: readonly Result<KeyRecord, Refusal>[],
): Promise<readonly Outcome[]> {
  const stored = await unitOfWork.run(async (storage): Promise<Result<Outcome[], never>> => {
    const outcomes: Outcome[] = [];
    for (const record of keys) {
      const outcome = record.ok ? await outcomeOf(storage, record.value) : record.error;
      if (record.ok && outcome === 'added') await store(storage, record.value);
      outcomes.push(outcome);
    }
    return ok(outcomes);
  });
  return unwrap(stored);
}

async function outcomeOf({ apiKeys }: Pick<StoragePorts, 'apiKeys'>, { key }: KeyRecord): Promise<Outcome> {
  const byId = await apiKeys.findById(key.id);
  if (byId?.hash === key.hash) return 'known';
  if (byId !== undefined) return { field: 'id', reason: 'is stored with another hash' };
  const isTaken = (await apiKeys.findByHash(key.hash)) !== undefined;
  return isTaken ? { field: 'keyHash', reason: 'is stored under another id' } : 'added';
}

async function store(
  { apiKeys, apiKeyActivity }: Pick<StoragePorts, 'apiKeys' | 'apiKeyActivity'>,
  { key, counts, lastUsedAt }: KeyRecord,
): Promise<void> {
  await apiKeys.insert(key);
  if (lastUsedAt !== undefined)
    await apiKeyActivity.record([{ keyId: key.id, counts, lastUsedAt, requests: [] }]);
}
