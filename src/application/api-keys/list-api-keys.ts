import { ok, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
import {
  makeProveWallet,
  type ProveWalletError,
  type WalletPorts,
  type WalletProof,
} from '../prove-wallet.js';
import { describeKey, type DescribedKey } from './describe-key.js';
import type { KeyActivityLog } from './key-activity-log.js';

export type ListApiKeysError = ProveWalletError;

/** The wallet's keys, active and revoked, newest first. */
export type ListApiKeys = (proof: WalletProof) => Promise<Result<readonly DescribedKey[], ListApiKeysError>>;

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
