import type { KeyRequest } from '../../domain/api-key/usage.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
import {
  makeProveWallet,
  type ProveWalletError,
  type WalletPorts,
  type WalletProof,
} from '../prove-wallet.js';
import { describeKey, type DescribedKey } from './describe-key.js';
import { findOwnedKey, type FindOwnedKeyError } from './find-owned-key.js';
import type { KeyActivityLog } from './key-activity-log.js';

export type GetApiKeyError = ProveWalletError | FindOwnedKeyError;

export interface KeyWithActivity extends DescribedKey {
  /** Newest first, at most 50. */
  readonly recentActivity: readonly KeyRequest[];
}

/** One of the wallet's keys and its last requests. */
export type GetApiKey = (
  keyId: string,
  proof: WalletProof,
) => Promise<Result<KeyWithActivity, GetApiKeyError>>;

type Needs = WalletPorts & Pick<Ports, 'apiKeys' | 'apiKeyActivity'>;

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
