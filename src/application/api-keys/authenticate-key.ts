import {
  hashOf,
  parseApiKeySecret,
  sameHash,
  statusOf,
  type ApiKeyId,
  type Permission,
} from '../../domain/api-key/api-key.js';
import { checkAddress, type LimitedKey, type OutsideKeyLimits } from '../../domain/api-key/limits.js';
import type { RateStanding } from '../../domain/api-key/rate-window.js';
import type { Displacement } from '../../domain/operator/displacement.js';
import type { Address } from '../../domain/shared/address.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
import { makeRateLimiter } from './limit-rate.js';

/** A request with a valid key. */
export interface KeyCaller {
  readonly keyId: ApiKeyId;
  readonly askedAt: Date;
  readonly standing: RateStanding;
}

/** A key admitted for one request, whose permissions and limits on orders are not yet checked. */
export interface AdmittedKey extends KeyCaller, LimitedKey {
  readonly owner: Address;
  readonly permissions: readonly Permission[];
}

/** Reason why an API key is not admitted for a request. */
export type AuthenticateKeyError =
  | { readonly kind: 'invalid-api-key' }
  /** The key is revoked or expired. */
  | { readonly kind: 'api-key-inactive' }
  | { readonly kind: 'rate-limit-exceeded'; readonly caller: KeyCaller }
  | OutsideKeyLimits
  /** The database may lack the key's revocation. */
  | { readonly kind: 'revocations-unknown' };

/** Whether a key that was admitted before is still active. */
export const makeIsKeyActive =
  ({ apiKeys, clock }: Pick<Ports, 'apiKeys' | 'clock'>) =>
  async (id: ApiKeyId): Promise<boolean> => {
    const key = await apiKeys.findById(id);
    return key !== undefined && statusOf(key, clock.now()) === 'active';
  };

type Needs = Pick<Ports, 'apiKeys' | 'clock' | 'hasher' | 'rates'>;

/**
 * Admits a key for one request, which counts against its rate limit. Reads the key from storage on every call. `address` is the
 * caller's IP address: without it, a key that is limited to addresses is not admitted.
 */
export const makeAuthenticateKey = (
  { apiKeys, clock, hasher, rates }: Needs,
  displaced: () => Promise<Displacement | undefined>,
) => {
  const consume = makeRateLimiter({ rates });
  return async (apiKey: string, address?: string): Promise<Result<AdmittedKey, AuthenticateKeyError>> => {
    const secret = parseApiKeySecret(apiKey);
    if (!secret.ok) return secret;
    const hash = hashOf(secret.value, hasher.sha256);
    const key = await apiKeys.findByHash(hash);
    if (key === undefined || !sameHash(key.hash, hash)) return err({ kind: 'invalid-api-key' });
    const askedAt = clock.now();
    if (statusOf(key, askedAt) !== 'active') return err({ kind: 'api-key-inactive' });
    const admitted = checkAddress(key.terms, address);
    if (!admitted.ok) return admitted;
    if ((await displaced()) !== undefined) return err({ kind: 'revocations-unknown' });

    const { allowed, standing } = await consume(key.id, askedAt);
    const caller: KeyCaller = { keyId: key.id, askedAt, standing };
    if (!allowed) return err({ kind: 'rate-limit-exceeded', caller });
    const { permissions, limits, expiresAt } = key.terms;
    return ok({ ...caller, owner: key.owner, permissions, limits, expiresAt });
  };
};
