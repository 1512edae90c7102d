import {
  parseApiKeyId,
  revoke,
  statusOf,
  type ApiKey,
  type ApiKeyStatus,
} from '../../domain/api-key/api-key.js';
import { NO_USAGE, type KeyRequest, type UsageCounts } from '../../domain/api-key/usage.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports, StoredUsage } from '../../ports/index.js';
import {
  makeProveWallet,
  type Demand,
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

export type OwnedKeyError =
  ProveWalletError | { readonly kind: 'api-key-not-found' } | { readonly kind: 'not-key-owner' };

/** Lists the wallet's keys, active and revoked, newest first. */
export type ListApiKeys = (proof: WalletProof) => Promise<Result<readonly DescribedKey[], ProveWalletError>>;

/** Reads one of the wallet's keys with its last requests. */
export type GetApiKey = (keyId: string, proof: WalletProof) => Promise<Result<KeyWithActivity, OwnedKeyError>>;

/** Revokes a key permanently: once this resolves, no process admits it. Revoking it again changes nothing. */
export type RevokeApiKey = (keyId: string, proof: WalletProof) => Promise<Result<ApiKey, OwnedKeyError>>;

type KeyPorts = WalletPorts & Pick<Ports, 'apiKeys'>;
type UsagePorts = KeyPorts & Pick<Ports, 'apiKeyActivity'>;

export const makeListApiKeys = (ports: UsagePorts, activityLog: KeyActivityLog): ListApiKeys => {
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

export const makeGetApiKey = (ports: UsagePorts, activityLog: KeyActivityLog): GetApiKey => {
  const { apiKeyActivity, clock } = ports;
  const findOwned = makeFindOwned(ports, 'get_api_key_stats', 'while-recent');
  return async (keyId, proof) => {
    const key = await findOwned(keyId, proof);
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

export const makeRevokeApiKey = (ports: KeyPorts): RevokeApiKey => {
  const findOwned = makeFindOwned(ports, 'delete_api_key', 'once');
  return async (keyId, proof) => {
    const key = await findOwned(keyId, proof);
    if (!key.ok || key.value.revokedAt !== undefined) return key;
    const revoked = revoke(key.value, ports.clock.now());
    await ports.apiKeys.update(revoked);
    return ok(revoked);
  };
};

/** Finds the key with this id, any text, provided that the wallet owns it and signed the action on it. */
const makeFindOwned = (ports: KeyPorts, action: string, use: Demand<true>['use']) => {
  const proveWallet = makeProveWallet(ports);
  return async (keyId: string, proof: WalletProof): Promise<Result<ApiKey, OwnedKeyError>> => {
    const proven = await proveWallet(proof, { expected: { action, keyId }, readContent: () => true, use });
    if (!proven.ok) return proven;
    const id = parseApiKeyId(keyId);
    const key = id && (await ports.apiKeys.findById(id));
    if (key === undefined) return err({ kind: 'api-key-not-found' });
    return key.owner === proven.value.wallet ? ok(key) : err({ kind: 'not-key-owner' });
  };
};

const describeKey = (key: ApiKey, stored: StoredUsage | undefined, now: Date): DescribedKey => ({
  key,
  status: statusOf(key, now),
  usage: stored?.counts ?? NO_USAGE,
  ...(stored !== undefined && { lastUsedAt: stored.lastUsedAt }),
});
