import { parseKeyRecord, type KeyRecord } from '../../domain/api-key/key-record.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports, StoragePorts } from '../../ports/index.js';
import {
  importRecords,
  type ImportReport,
  type ImportRules,
  type RawRecord,
  type Refusal,
} from '../shared/import-records.js';

/** Report on an import of keys. `known`: already stored with the same hash, and left unchanged. */
export type KeyImportReport = ImportReport<Outcome>;

type Needs = Pick<Ports, 'clock' | 'hasher' | 'registry' | 'unitOfWork'>;
type Outcome = 'added' | 'known';

/**
 * Imports API keys of another exchange by their hashes, so that bots keep their keys. A stored key is never changed, so
 * an interrupted import can simply be repeated, and a key that was revoked here stays revoked.
 */
export function importKeys(
  ports: Needs,
  records: AsyncIterable<RawRecord>,
  rules: ImportRules<KeyImportReport>,
): Promise<KeyImportReport> {
  const { clock, hasher, registry } = ports;
  return importRecords<KeyRecord, Outcome>(
    ports,
    records,
    {
      batchSize: 200,
      outcomes: ['added', 'known'],
      idField: 'id',
      read({ value }) {
        const { network } = registry.current();
        const record = parseKeyRecord(value, { network, sha256: hasher.sha256, now: clock.now() });
        return record.ok ? record : err(record.error[0]!);
      },
      store,
    },
    rules,
  );
}

async function store(
  { apiKeys, apiKeyActivity }: Pick<StoragePorts, 'apiKeys' | 'apiKeyActivity'>,
  { key, counts, lastUsedAt }: KeyRecord,
): Promise<Result<Outcome, Refusal>> {
  const byId = await apiKeys.findById(key.id);
  if (byId?.hash === key.hash) return ok('known');
  if (byId !== undefined) return err({ field: 'id', reason: 'is stored with another hash' });
  if ((await apiKeys.findByHash(key.hash)) !== undefined)
    return err({ field: 'keyHash', reason: 'is stored under another id' });
  await apiKeys.insert(key);
  if (lastUsedAt !== undefined)
    await apiKeyActivity.record([{ keyId: key.id, counts, lastUsedAt, requests: [] }]);
  return ok('added');
}
