import { revoke, type ApiKey } from '../../domain/api-key/api-key.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
import {
  makeProveWallet,
  type ProveWalletError,
  type WalletPorts,
  type WalletProof,
} from '../prove-wallet.js';
import { findOwnedKey, type FindOwnedKeyError } from './find-owned-key.js';

export type RevokeApiKeyError = ProveWalletError | FindOwnedKeyError;

/** Ends a key for good: when this answers, no process lets it in any more. Revoking it again changes nothing. */
export type RevokeApiKey = (keyId: string, proof: WalletProof) => Promise<Result<ApiKey, RevokeApiKeyError>>;

type Needs = WalletPorts & Pick<Ports, 'apiKeys'>;

export const makeRevokeApiKey = (ports: Needs): RevokeApiKey => {
  const { apiKeys, clock } = ports;
  const proveWallet = makeProveWallet(ports);
  return async (keyId, proof) => {
    const expected = { action: 'delete_api_key', keyId };
    const proven = await proveWallet(proof, { expected, readContent: () => true, use: 'once' });
    if (!proven.ok) return proven;
    const key = await findOwnedKey(apiKeys, keyId, proven.value.wallet);
    if (!key.ok || key.value.revokedAt !== undefined) return key;
    const revoked = revoke(key.value, clock.now());
    await apiKeys.update(revoked);
    return ok(revoked);
  };
};
