import { In, type EntityManager } from 'typeorm';
import type { ApiKeyId } from '../../../domain/api-key/api-key.js';
import { addCounts, RECENT_REQUESTS, type KeyRequest, type KeyUsage } from '../../../domain/api-key/usage.js';
import type { ApiKeyActivity, StoredUsage } from '../../../ports/api-keys.js';
import { column, type Session } from '../database/index.js';

export const ApiKeyUsageTable = column.table('api_key_usage', {
  keyId: column.primary(column.text<ApiKeyId>('key_id')),
  totalRequests: column.count('total_requests'),
  successfulRequests: column.count('successful_requests'),
  failedRequests: column.count('failed_requests'),
  creationCount: column.count('creation_count'),
  executionCount: column.count('execution_count'),
  cancellationCount: column.count('cancellation_count'),
  lastUsedAt: column.time('last_used_at'),
});

type ApiKeyUsageRow = column.RowOf<typeof ApiKeyUsageTable>;

export const ApiKeyRequestTable = column.table('api_key_requests', {
  keyId: column.primary(column.text<ApiKeyId>('key_id')),
  seq: column.primary(column.count('seq')),
  at: column.time('at'),
  method: column.text('method'),
  endpoint: column.text('endpoint'),
  statusCode: column.integer('status_code'),
  success: column.flag('success'),
  errorMessage: column.nullable(column.text('error_message')),
  responseTimeMs: column.integer('response_time_ms'),
});

type ApiKeyRequestRow = column.RowOf<typeof ApiKeyRequestTable>;

/** Number of keys per statement, within the databases' limits on parameters. */
const BATCH = 500;

export class TypeOrmApiKeyActivity implements ApiKeyActivity {
  constructor(private readonly session: Session) {}

  async record(usages: readonly KeyUsage[]): Promise<void> {
    await this.session.write(async (queries, lock) => {
      await lock('api-key-activity');
      await queries.entities(async (manager) => {
        for (let n = 0; n < usages.length; n += BATCH) await recordAll(manager, usages.slice(n, n + BATCH));
      });
    });
  }

  async listUsage(ids: readonly ApiKeyId[]): Promise<ReadonlyMap<ApiKeyId, StoredUsage>> {
    if (ids.length === 0) return new Map();
    const rows = await this.session.query((manager) => manager.findBy(ApiKeyUsageTable, { keyId: In(ids) }));
    return new Map(rows.map(({ keyId, lastUsedAt, ...counts }) => [keyId, { counts, lastUsedAt }]));
  }

  async listRecent(id: ApiKeyId): Promise<readonly KeyRequest[]> {
    const rows = await this.session.query((manager) =>
      manager.find(ApiKeyRequestTable, { ...newest(id), take: RECENT_REQUESTS }),
    );
    return rows.map(requestFrom);
  }
}

/** Records the usages. Must be called under the lock: the counters read here must not change before they are stored. */
async function recordAll(manager: EntityManager, usages: readonly KeyUsage[]): Promise<void> {
  const stored = await manager.findBy(ApiKeyUsageTable, { keyId: In(usages.map(({ keyId }) => keyId)) });
  const known = new Map(stored.map((row) => [row.keyId, row]));
  const totals = usages.map((usage) => added(known.get(usage.keyId), usage));
  await manager.upsert(ApiKeyUsageTable, totals, ['keyId']);
  for (const [n, { keyId, requests }] of usages.entries()) {
    if (requests.length === 0) continue;
    const firstSeq = totals[n]!.totalRequests - requests.length + 1;
    const rows = requests.map((request, i) => toRow(keyId, firstSeq + i, request));
    await manager.insert(ApiKeyRequestTable, rows);
    if (totals[n]!.totalRequests <= RECENT_REQUESTS) continue;
    const old = await manager.find(ApiKeyRequestTable, { ...newest(keyId), skip: RECENT_REQUESTS });
    if (old.length > 0)
      await manager.delete(ApiKeyRequestTable, { keyId, seq: In(old.map(({ seq }) => seq)) });
  }
}

function added(known: ApiKeyUsageRow | undefined, { keyId, counts, lastUsedAt }: KeyUsage): ApiKeyUsageRow {
  if (known === undefined) return { keyId, ...counts, lastUsedAt };
  const newer = known.lastUsedAt > lastUsedAt ? known.lastUsedAt : lastUsedAt;
  return { keyId, ...addCounts(known, counts), lastUsedAt: newer };
}

const newest = (keyId: ApiKeyId) => ({ where: { keyId }, order: { at: 'DESC', seq: 'DESC' } }) as const;

const toRow = (keyId: ApiKeyId, seq: number, request: KeyRequest): ApiKeyRequestRow => ({
  ...request,
  keyId,
  seq,
  errorMessage: request.errorMessage ?? null,
  responseTimeMs: Math.round(request.responseTimeMs),
});

const requestFrom = ({ keyId: _key, seq: _seq, errorMessage, ...request }: ApiKeyRequestRow): KeyRequest => ({
  ...request,
  ...(errorMessage !== null && { errorMessage }),
});
