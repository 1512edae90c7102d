import type { ApiKey, ApiKeyHash, ApiKeyId } from '../domain/api-key/api-key.js';
import { usageOf, type KeyAction, type KeyRequest, type KeyUsage } from '../domain/api-key/usage.js';
import type { KeySpending } from '../domain/api-key/spending.js';
import { dayOf } from '../domain/order/limits/quotas.js';
import { STX } from '../domain/shared/contract-id.js';
import { toUnits } from '../domain/shared/units.js';
import { AN_OWNER, T0, uuidOf } from './builders.js';

/** The nth of the fixed key ids. */
export const keyIdOf = (n: number): ApiKeyId => n.toString(16).padStart(32, '0') as ApiKeyId;

const hashOf = (n: number): ApiKeyHash => n.toString(16).padStart(64, '0') as ApiKeyHash;

/** A stored key without expiry, with the execute permission. */
export const aKey = (n = 1, overrides: Partial<ApiKey> = {}): ApiKey => ({
  id: keyIdOf(n),
  owner: AN_OWNER,
  hash: hashOf(n),
  preview: 'ck_live_…0001',
  terms: { name: `key ${n}`, permissions: ['execute'] },
  createdAt: T0,
  ...overrides,
});

export const aKeyRequest = (ms = 0, overrides: Partial<KeyRequest> = {}): KeyRequest => ({
  at: new Date(T0.getTime() + ms),
  method: 'POST',
  endpoint: '/swap/api/v1/orders/x/execute',
  statusCode: 200,
  success: true,
  responseTimeMs: 5,
  ...overrides,
});

/** The usage of one request that was made `ms` after T0. */
export const aUsage = (
  n: number,
  ms: number,
  overrides: Partial<KeyRequest> = {},
  action: KeyAction = 'execute',
): KeyUsage => usageOf(keyIdOf(n), action, aKeyRequest(ms, overrides));

/** An order that the nth key executed on the day of T0. */
export const aSpending = (n: number, overrides: Partial<KeySpending> = {}): KeySpending => ({
  keyId: keyIdOf(n),
  day: dayOf(T0),
  order: uuidOf(1),
  token: STX,
  amount: toUnits(5n),
  ...overrides,
});
