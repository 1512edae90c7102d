import { parseApiKeyId, statusOf, type ApiKey, type ApiKeyStatus } from '../../domain/api-key/api-key.js';
import { NO_USAGE, type KeyRequest, type UsageCounts } from '../../domain/api-key/usage.js';
import type { Address } from '../../domain/shared/address.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { ApiKeyRepository, Ports, StoredUsage } from '../../ports/index.js';
import {
  makeProveWallet,
  type ProveWalletError,
  type WalletPorts,
  type WalletProof,
} from '../authorization/prove-wallet.js';
import type { KeyActivityLog } from './key-activity-log.js';

/** A key as its owner sees it. */
export interface DescribedKey {
  readonly key: ApiKey;
  readonly status: ApiKeyStatus;
  readonly usage: UsageCounts;
  /** Absent for a key that was never used. */
  readonly lastUsedAt?: Date;
}

/** A described key with its last requests. */
export interface KeyWithActivity extends DescribedKey {
  /** Newest first, at most 50. */
  readonly recentActivity: readonly KeyRequest[];
}

export type ListApiKeysError = ProveWalletError;
export type FindOwnedKeyError = { readonly kind: 'api-key-not-found' } | { readonly kind: 'not-key-owner' };
export type GetApiKeyError = ProveWalletError | FindOwnedKeyError;

/** Lists the wallet's keys, active and revoked, newest first. */
export type ListApiKeys = (proof: WalletProof) => Promise<Result<readonly DescribedKey[], ListApiKeysError>>;

/** Reads one of the wallet's keys with its last requests. */
export type GetApiKey = (
  keyId: string,
  proof: WalletProof,
) => Promise<Result<KeyWithActivity, GetApiKeyError>>;

type Needs = WalletPorts & Pick<Ports, 'apiKeys' | 'apiKeyActivity'>;

export const makeListApiKeys = (ports: Needs, activityLog: KeyActivityLog): ListApiKeys => {
  const { apiKeys, apiKeyActivity, clock } = ports;
  const proveWallet = makeProveWallet(ports);
  return async (proof) => {
    const demand = { expected: { action: 'list_api_keys' }, readContent: () => true } as const;
    const proven = await proveWallet(proof, { ...demand, use: 'while-recent' });
    if (!proven.ok) return proven;
    await activityLog.flush();
    const keys = await apiKeys.listByOwner(proven.value.wallet);
    const usage = await apiKeyActivity.listUsage(keys.map(({ id }) => id));
    const now = clock.now();
    return ok(keys.map((key) => describeKey(key, usage.get(key.id), now)));
  };
};

export const makeGetApiKey = (ports: Needs, activityLog: KeyActivityLog): GetApiKey => {
  const { apiKeys, apiKeyActivity, clock } = ports;
  const proveWallet = makeProveWallet(ports);
  return async (keyId, proof) => {
    const expected = { action: 'get_api_key_stats', keyId };
    const proven = await proveWallet(proof, { expected, readContent: () => true, use: 'while-recent' });
    if (!proven.ok) return proven;
    const key = await findOwnedKey(apiKeys, keyId, proven.value.wallet);
    if (!key.ok) return key;
    await activityLog.flush();
    const { id } = key.value;
    const [usage, recentActivity] = await Promise.all([
      apiKeyActivity.listUsage([id]),
      apiKeyActivity.listRecent(id),
    ]);
    return ok({ ...describeKey(key.value, usage.get(id), clock.now()), recentActivity });
  };
};

/** The key with this id, any text, provided that the wallet owns it. */
export async function findOwnedKey(
  apiKeys: ApiKeyRepository,
  keyId: string,
  wallet: Address,
): Promise<Result<ApiKey, FindOwnedKeyError>> {
  const id = parseApiKeyId(keyId);
  const key = id && (await apiKeys.findById(id));
  if (key === undefined) return err({ kind: 'api-key-not-found' });
  return key.owner === wallet ? ok(key) : err({ kind: 'not-key-owner' });
}

const describeKey = (key: ApiKey, stored: StoredUsage | undefined, now: Date): DescribedKey => ({
  key,
  status: statusOf(key, now),
  usage: stored?.counts ?? NO_USAGE,
  ...(stored !== undefined && { lastUsedAt: stored.lastUsedAt }),
});
