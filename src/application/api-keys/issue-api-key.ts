import {
  createApiKey,
  ID_BYTES,
  SECRET_BYTES,
  statusOf,
  type ApiKey,
  type ApiKeySecret,
} from '../../domain/api-key/api-key.js';
import { readKeyTerms } from '../../domain/api-key/key-terms.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
import {
  makeProveWallet,
  type ProveWalletError,
  type WalletPorts,
  type WalletProof,
} from '../authorization/prove-wallet.js';

export type IssueApiKeyError = ProveWalletError | { readonly kind: 'duplicate-key-name' };

/** A new key with its secret, which cannot be read again. */
export interface IssuedApiKey {
  readonly key: ApiKey;
  readonly secret: ApiKeySecret;
}

/** Creates a key with the terms in the wallet's message: keyName, permissions and an optional expiresAt. */
export type IssueApiKey = (proof: WalletProof) => Promise<Result<IssuedApiKey, IssueApiKeyError>>;

export const makeIssueApiKey = (ports: WalletPorts & Pick<Ports, 'secrets' | 'unitOfWork'>): IssueApiKey => {
  const { clock, hasher, secrets, unitOfWork } = ports;
  const proveWallet = makeProveWallet(ports);
  return async (proof) => {
    const now = clock.now();
    const proven = await proveWallet(proof, {
      expected: { action: 'create_api_key' },
      readContent: (fields) => readKeyTerms(fields, now),
      use: 'once',
    });
    if (!proven.ok) return proven;
    const { wallet: owner, content: terms } = proven.value;
    const random = { secret: secrets.bytes(SECRET_BYTES), id: secrets.bytes(ID_BYTES) };
    const issued = createApiKey({ owner, terms, now }, random, hasher.sha256);
    return unitOfWork.run<IssuedApiKey, IssueApiKeyError>(async (storage) => {
      await storage.lock(`api-key-name:${owner}:${terms.name}`);
      const namesakes = await storage.apiKeys.listUnrevoked(owner, terms.name);
      if (namesakes.some((namesake) => statusOf(namesake, now) === 'active'))
        return err({ kind: 'duplicate-key-name' });
      await storage.apiKeys.insert(issued.key);
      return ok(issued);
    });
  };
};
