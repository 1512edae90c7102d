import {
  hashOf,
  parseApiKeySecret,
  sameHash,
  statusOf,
  type ApiKeyId,
  type Permission,
} from '../../domain/api-key/api-key.js';
import type { RateStanding } from '../../domain/api-key/rate-window.js';
import type { Address } from '../../domain/shared/address.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
import { makeTakePlace } from './limit-rate.js';

/** A request that showed a valid key. */
export interface KeyCaller {
  readonly keyId: ApiKeyId;
  readonly askedAt: Date;
  readonly standing: RateStanding;
}

/** A key that was let in for one request. What it may do is still to be checked against what it asks for. */
export interface AdmittedKey extends KeyCaller {
  readonly owner: Address;
  readonly permissions: readonly Permission[];
}

export type AuthenticateKeyError =
  | { readonly kind: 'invalid-api-key' }
  /** Revoked or expired. */
  | { readonly kind: 'api-key-inactive' }
  | { readonly kind: 'rate-limit-exceeded'; readonly caller: KeyCaller };

/** Lets a key in for one request, which counts against its rate limit. The key is looked up anew each time. */
export type AuthenticateKey = (apiKey: string) => Promise<Result<AdmittedKey, AuthenticateKeyError>>;

type Needs = Pick<Ports, 'apiKeys' | 'clock' | 'hasher' | 'rates'>;

export const makeAuthenticateKey = ({ apiKeys, clock, hasher, rates }: Needs): AuthenticateKey => {
  const takePlace = makeTakePlace({ rates });
  return async (apiKey) => {
    const secret = parseApiKeySecret(apiKey);
    if (!secret.ok) return secret;
    const hash = hashOf(secret.value, (bytes) => hasher.sha256(bytes));
    const key = await apiKeys.findByHash(hash);
    if (key === undefined || !sameHash(key.hash, hash)) return err({ kind: 'invalid-api-key' });
    const askedAt = clock.now();
    if (statusOf(key, askedAt) !== 'active') return err({ kind: 'api-key-inactive' });

    const place = await takePlace(key.id, askedAt);
    const caller: KeyCaller = { keyId: key.id, askedAt, standing: place.standing };
    if (!place.passes) return err({ kind: 'rate-limit-exceeded', caller });
    return ok({ ...caller, owner: key.owner, permissions: key.terms.permissions });
  };
};
