import { parseApiKeyId, type ApiKey } from '../../domain/api-key/api-key.js';
import type { Address } from '../../domain/shared/address.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { ApiKeyRepository } from '../../ports/index.js';

export type FindOwnedKeyError = { readonly kind: 'api-key-not-found' } | { readonly kind: 'not-key-owner' };

/** The key that a caller's text names, if it is the wallet's. */
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
