import {
  createApiKey,
  ID_BYTES,
  readKeyTerms,
  SECRET_BYTES,
  statusOf,
  type ApiKey,
  type ApiKeySecret,
  type ApiKeyTerms,
} from '../../domain/api-key/api-key.js';
import type { Address } from '../../domain/shared/address.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
import {
  makeProveWallet,
  type ProveWalletError,
  type WalletPorts,
  type WalletProof,
} from '../authorization/prove-wallet.js';

export interface DuplicateKeyName {
  readonly kind: 'duplicate-key-name';
}

export type IssueApiKeyError = ProveWalletError | DuplicateKeyName;

/** A new key with its secret, which cannot be read again. */
export interface IssuedApiKey {
  readonly key: ApiKey;
  readonly secret: ApiKeySecret;
}

/** Creates a key with the terms in the wallet's message: keyName, permissions and an optional expiresAt. */
export type IssueApiKey = (proof: WalletProof) => Promise<Result<IssuedApiKey, IssueApiKeyError>>;

type Needs = WalletPorts & Pick<Ports, 'secrets' | 'unitOfWork'>;

export const makeIssueApiKey = (ports: Needs): IssueApiKey => {
  const { clock, hasher, secrets } = ports;
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
    const stored = await storeUnderItsName(ports, issued.key, now);
    return stored.ok ? ok(issued) : stored;
  };
};

function storeUnderItsName(
  { unitOfWork }: Pick<Ports, 'unitOfWork'>,
  key: ApiKey,
  now: Date,
): Promise<Result<void, DuplicateKeyName>> {
  return unitOfWork.run(async (storage) => {
    const { owner, terms } = key;
    await storage.lock(nameLock(owner, terms));
    const namesakes = await storage.apiKeys.listUnrevoked(owner, terms.name);
    if (namesakes.some((namesake) => statusOf(namesake, now) === 'active')) {
      return err({ kind: 'duplicate-key-name' });
    }
    await storage.apiKeys.insert(key);
    return ok();
  });
}

const nameLock = (owner: Address, { name }: ApiKeyTerms) => `api-key-name:${owner}:${name}`;
