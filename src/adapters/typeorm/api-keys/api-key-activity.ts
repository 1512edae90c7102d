import type { ApiKeyId } from '../../../domain/api-key/api-key.js';
import {
  RECENT_REQUESTS,
  type KeyRequest,
  type KeyUsage,
  type UsageCounts,
} from '../../../domain/api-key/usage.js';
import type { ApiKeyActivity, StoredUsage } from '../../../ports/api-key-activity.js';
import {
  ApiKeyRequestTable,
  ApiKeyUsageTable,
  type ApiKeyRequestRow,
  type ApiKeyUsageRow,
} from './api-key-tables.js';
import type { Session } from '../database/database.js';
import type { Queries } from '../database/queries.js';
import { isoTime, StoredFields } from '../database/stored-fields.js';

const COUNTERS = {
  totalRequests: 'total_requests',
  successfulRequests: 'successful_requests',
  failedRequests: 'failed_requests',
  creationCount: 'creation_count',
  executionCount: 'execution_count',
  cancellationCount: 'cancellation_count',
} as const satisfies Record<keyof UsageCounts, keyof ApiKeyUsageRow>;

const COUNTER_COLUMNS = Object.values(COUNTERS);
const PLACES = (count: number) => Array.from({ length: count }, () => '?').join(', ');

const ADD_USAGE = `INSERT INTO api_key_usage (key_id, last_used_at, ${COUNTER_COLUMNS.join(', ')})
  VALUES (${PLACES(2 + COUNTER_COLUMNS.length)})
  ON CONFLICT (key_id) DO UPDATE SET
  ${COUNTER_COLUMNS.map((column) => `${column} = api_key_usage.${column} + excluded.${column}`).join(', ')},
  last_used_at = CASE WHEN excluded.last_used_at > api_key_usage.last_used_at
    THEN excluded.last_used_at ELSE api_key_usage.last_used_at END
  RETURNING total_requests`;

const REQUEST_COLUMNS = Object.keys(ApiKeyRequestTable.options.columns) as (keyof ApiKeyRequestRow)[];

const NEWEST = 'ORDER BY at DESC, seq DESC';
const TRIM = `DELETE FROM api_key_requests WHERE key_id = ? AND seq NOT IN
  (SELECT seq FROM api_key_requests WHERE key_id = ? ${NEWEST} LIMIT ${RECENT_REQUESTS})`;
const LIST_RECENT = `SELECT * FROM api_key_requests WHERE key_id = ? ${NEWEST} LIMIT ${RECENT_REQUESTS}`;

export class TypeOrmApiKeyActivity implements ApiKeyActivity {
  constructor(private readonly session: Session) {}

  async record(usages: readonly KeyUsage[]): Promise<void> {
    // In one order everywhere, so that processes that record the same keys wait for each other in turn.
    const inOrder = [...usages].sort((a, b) => (a.keyId < b.keyId ? -1 : 1));
    await this.session.write(async (queries) => {
      for (const usage of inOrder) await recordOne(queries, usage);
    });
  }

  async listUsage(ids: readonly ApiKeyId[]): Promise<ReadonlyMap<ApiKeyId, StoredUsage>> {
    if (ids.length === 0) return new Map();
    const rows = await this.session.read((queries) =>
      queries.from(ApiKeyUsageTable).where('row.key_id IN (:...ids)', { ids }).getMany(),
    );
    return new Map(rows.map(usageFrom));
  }

  async listRecent(id: ApiKeyId): Promise<readonly KeyRequest[]> {
    const rows = await this.session.read((queries) => queries.rows<ApiKeyRequestRow>(LIST_RECENT, [id]));
    return rows.map(requestFrom);
  }
}

/** The counters' row is locked first, so the numbers that it gives the requests are this unit's alone. */
async function recordOne(queries: Queries, { keyId, counts, lastUsedAt, requests }: KeyUsage): Promise<void> {
  const counters = Object.keys(COUNTERS) as (keyof UsageCounts)[];
  const [row] = await queries.rows<Pick<ApiKeyUsageRow, 'total_requests'>>(ADD_USAGE, [
    keyId,
    isoTime(lastUsedAt),
    ...counters.map((counter) => counts[counter]),
  ]);
  if (requests.length === 0) return;
  const firstSeq = Number(row?.total_requests) - requests.length + 1;
  const values = requests.map((request, n) => toRow(keyId, firstSeq + n, request));
  const tuple = `(${PLACES(REQUEST_COLUMNS.length)})`;
  await queries.execute(
    `INSERT INTO api_key_requests (${REQUEST_COLUMNS.join(', ')}) VALUES ${values.map(() => tuple).join(', ')}`,
    values.flatMap((value) => REQUEST_COLUMNS.map((column) => value[column])),
  );
  await queries.execute(TRIM, [keyId, keyId]);
}

const toRow = (keyId: ApiKeyId, seq: number, request: KeyRequest): ApiKeyRequestRow => ({
  key_id: keyId,
  seq,
  at: isoTime(request.at),
  method: request.method,
  endpoint: request.endpoint,
  status_code: request.statusCode,
  success: request.success ? 1 : 0,
  error_message: request.errorMessage ?? null,
  response_time_ms: Math.round(request.responseTimeMs),
});

function requestFrom(row: ApiKeyRequestRow): KeyRequest {
  const columns = StoredFields.of(row, `api_key_requests ${row.key_id}`);
  return {
    at: columns.time('at'),
    method: columns.text('method'),
    endpoint: columns.text('endpoint'),
    statusCode: columns.number('status_code'),
    success: columns.number('success') === 1,
    ...(columns.has('error_message') && { errorMessage: columns.text('error_message') }),
    responseTimeMs: columns.number('response_time_ms'),
  };
}

function usageFrom(row: ApiKeyUsageRow): [ApiKeyId, StoredUsage] {
  const columns = StoredFields.of(row, `api_key_usage ${row.key_id}`);
  const counts = Object.fromEntries(
    Object.entries(COUNTERS).map(([counter, column]) => [counter, Number(row[column])]),
  ) as Record<keyof UsageCounts, number>;
  return [columns.text('key_id'), { counts, lastUsedAt: columns.time('last_used_at') }];
}
