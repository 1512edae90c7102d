import { parseAddress, type Address, type Sha256 } from '../shared/address.js';
import { Fields, isObject, oneOf, whole, type Field, type Parse } from '../shared/fields.js';
import type { Network } from '../shared/network.js';
import { err, ok, type Result } from '../shared/result.js';
import { parseTime } from '../shared/time.js';
import { KEY_NAME, parseApiKeyId, parsePermissions, type ApiKey, type ApiKeyHash } from './api-key.js';
import { NO_USAGE, type UsageCounts } from './usage.js';

/** A key as another exchange stored it. The record holds the key's hash, so its holder can keep using the key. */
export interface KeyRecord {
  readonly key: ApiKey;
  readonly counts: UsageCounts;
  /** Absent if the key was never used. */
  readonly lastUsedAt?: Date;
}

export interface KeyRecordRules {
  readonly network: Network;
  readonly sha256: Sha256;
  readonly now: Date;
}

/** One bad field of a record, and what is wrong with it. */
export interface BadKeyField {
  readonly field: string;
  readonly reason: string;
}

const HASH = /^[0-9a-f]{64}$/;
const PREVIEW = /^ck_(?:live|test)_[\x21-\x7e…]{1,24}$/u;
const MAX_COUNT = Number.MAX_SAFE_INTEGER;

/**
 * Parses a key as the existing exchange exports it. A suspended key counts as revoked. Since the record does not say when a key
 * was revoked, the time of revocation is now.
 */
export function parseKeyRecord(
  value: unknown,
  { network, sha256, now }: KeyRecordRules,
): Result<KeyRecord, readonly BadKeyField[]> {
  if (!isObject(value)) return err([{ field: 'record', reason: 'must be a JSON object' }]);
  const problems: BadKeyField[] = [];
  const fields = new Fields(value, (field, reason) => problems.push({ field, reason }));
  const { required, optional } = fields;
  const address: Parse<Address> = (raw) => parseAddress(raw, network, sha256);
  const id = required('id', (raw) => found(parseApiKeyId(String(raw)), 'must be 32 hex digits'));
  const hash = required('keyHash', (raw) =>
    found(HASH.test(String(raw)) ? (raw as ApiKeyHash) : undefined, 'must be 64 hex digits'),
  );
  const preview = required(
    'keyPreview',
    matching(PREVIEW, 'must begin with ck_live_ or ck_test_ and hold no whole key'),
  );
  const owner = required('walletAddress', address);
  const name = required('name', matching(KEY_NAME, 'must be 1 to 100 letters, digits, spaces, - or _'));
  const permissions = required('permissions', parsePermissions);
  const status = required('status', oneOf('active', 'suspended', 'revoked'));
  const createdAt = required('createdAt', parseTime);
  const expiresAt = optional('expiresAt', parseTime);
  const lastUsedAt = optional('lastUsedAt', parseTime);
  const counts = fields.has('usageStats') ? readCounts(fields.object('usageStats')) : NO_USAGE;
  if (createdAt !== undefined && createdAt > now) fields.problem('createdAt', 'must not be in the future');
  if (problems.length > 0) return err(problems);
  const key: ApiKey = {
    id: id!,
    owner: owner!,
    hash: hash!,
    preview: preview!,
    terms: { name: name!, permissions: permissions!, ...(expiresAt && { expiresAt }) },
    createdAt: createdAt!,
    ...(status !== 'active' && { revokedAt: now }),
  };
  return ok({ key, counts, ...(lastUsedAt && { lastUsedAt }) });
}

function readCounts({ optional }: Fields): UsageCounts {
  const count = (name: string) => optional(name, whole(0, MAX_COUNT)) ?? 0;
  return {
    totalRequests: count('totalRequests'),
    successfulRequests: count('successfulRequests'),
    failedRequests: count('failedRequests'),
    creationCount: count('creationCount'),
    executionCount: count('executionCount'),
    cancellationCount: count('cancellationCount'),
  };
}

const found = <T>(value: T | undefined, reason: string): Field<T> =>
  value === undefined ? err({ reason }) : ok(value);

const matching =
  (pattern: RegExp, reason: string): Parse<string> =>
  (raw) =>
    found(typeof raw === 'string' && pattern.test(raw) ? raw : undefined, reason);
