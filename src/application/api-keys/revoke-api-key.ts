import { revoke, type ApiKey } from '../../domain/api-key/api-key.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
import {
  makeProveWallet,
  type ProveWalletError,
  type WalletPorts,
  type WalletProof,
} from '../authorization/prove-wallet.js';
import { findOwnedKey, type FindOwnedKeyError } from './read-api-keys.js';

export type RevokeApiKeyError = ProveWalletError | FindOwnedKeyError;

/** Revokes a key permanently: once this resolves, no process admits it. Revoking it again changes nothing. */
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
