import type { Address, Sha256 } from '../shared/address.js';
import type { Brand } from '../shared/brand.js';
import { toHex } from '../shared/hex.js';
import type { ContractId } from '../shared/contract-id.js';
import { defined, readValid, someOf, type Field, type Parse, type ReportProblem } from '../shared/fields.js';
import type { Network } from '../shared/network.js';
import { err, ok, type Result } from '../shared/result.js';
import { parseTime } from '../shared/time.js';
import { readKeyLimits, type KeyLimits } from './limits.js';

/** 32 lower-case hex characters. */
export type ApiKeyId = Brand<string, 'ApiKeyId'>;

/** `ck_test_` on a devnet, `ck_live_` elsewhere, and 64 lower-case hex characters. A secret: shown to its owner once and never stored. */
export type ApiKeySecret = Brand<string, 'ApiKeySecret'>;

/** SHA-256 of a key, 64 lower-case hex characters. Never shown. */
export type ApiKeyHash = Brand<string, 'ApiKeyHash'>;

/**
 * Actions that a key may allow. Every key reads the owner's view of orders, so `read` alone is the least that a key can do. `create`
 * grants nothing at present: an order is authorised by its own signature.
 */
export const PERMISSIONS = ['read', 'execute', 'cancel', 'create', 'webhooks'] as const;
/** Action that an API key allows. */
export type Permission = (typeof PERMISSIONS)[number];

export const isPermission = (raw: unknown): raw is Permission => PERMISSIONS.some((known) => known === raw);

export const KEY_NAME = /^[A-Za-z0-9 _-]{1,100}$/;

/** Terms that the owner chose for a key. */
export interface ApiKeyTerms {
  /** 1 to 100 characters: letters, digits, spaces, - or _. Unique among the owner's active keys. */
  readonly name: string;
  /** One or more permissions, without duplicates. */
  readonly permissions: readonly Permission[];
  /** Absent if only the permissions limit the key. */
  readonly limits?: KeyLimits;
  /** Time at which the key stops working. */
  readonly expiresAt?: Date;
}

/** A stored key, without its secret. */
export interface ApiKey {
  readonly id: ApiKeyId;
  /** The wallet that created the key. The key is valid only for this wallet's orders. */
  readonly owner: Address;
  readonly hash: ApiKeyHash;
  /** The key's prefix, `…` and its last four characters. */
  readonly preview: string;
  readonly terms: ApiKeyTerms;
  readonly createdAt: Date;
  readonly revokedAt?: Date;
}

/** Whether a key is admitted; an expired one counts as revoked. */
export type ApiKeyStatus = 'active' | 'revoked';

/** Prefix of the network's keys. It only shows where a key belongs: what admits a key is its hash. */
const prefixOf = (network: Network) => (network === 'devnet' ? 'ck_test_' : 'ck_live_');
/** Form of a key, of whichever network. */
export const KEY_SECRET = /^ck_(?:live|test)_[0-9a-f]{64}$/;
const ID = /^[0-9a-f]{32}$/;
const SHOWN_CHARACTERS = 4;

/** Number of random bytes in a secret. */
export const SECRET_BYTES = 32;
/** Number of random bytes in an id. */
export const ID_BYTES = 16;

interface KeyTermsRules {
  readonly now: Date;
  readonly token: Parse<ContractId>;
}

/** Fields of a signed message that `readKeyTerms` reads. */
export const KEY_TERMS_FIELDS = ['keyName', 'permissions', 'limits', 'expiresAt'] as const;

/** Reads the terms of a key from a signed message; undefined if any is invalid, with each problem reported. */
export const readKeyTerms = (
  message: Readonly<Record<string, unknown>>,
  { now, token }: KeyTermsRules,
  report: ReportProblem,
): ApiKeyTerms | undefined =>
  readValid(message, report, (fields) => {
    const name = fields.required('keyName', parseKeyName);
    const permissions = fields.required('permissions', parsePermissions);
    const limits = readKeyLimits(fields, token);
    const expiresAt = fields.optional('expiresAt', (raw) => parseExpiry(raw, now));
    if (name === undefined || permissions === undefined) return undefined;
    return { name, permissions, ...defined({ limits, expiresAt }) };
  });

const parseKeyName: Parse<string> = (raw) =>
  typeof raw === 'string' && KEY_NAME.test(raw)
    ? ok(raw)
    : err({ reason: 'must be 1 to 100 letters, digits, spaces, - or _' });

export const parsePermissions = someOf(PERMISSIONS);

function parseExpiry(raw: unknown, now: Date): Field<Date> {
  const time = parseTime(raw);
  return time.ok && time.value <= now ? err({ reason: 'must be in the future' }) : time;
}

interface NewKey {
  readonly network: Network;
  readonly owner: Address;
  readonly terms: ApiKeyTerms;
  readonly now: Date;
}

/** Creates a key from random bytes. Throws unless there are 32 for the secret and 16 for the id. */
export function createApiKey(
  { network, owner, terms, now }: NewKey,
  random: { readonly secret: Uint8Array; readonly id: Uint8Array },
  sha256: Sha256,
): { readonly key: ApiKey; readonly secret: ApiKeySecret } {
  if (random.secret.length !== SECRET_BYTES || random.id.length !== ID_BYTES) {
    throw new Error(`a key needs ${SECRET_BYTES} random bytes, its id ${ID_BYTES}`);
  }
  const prefix = prefixOf(network);
  const secret = `${prefix}${toHex(random.secret)}` as ApiKeySecret;
  const key: ApiKey = {
    id: toHex(random.id) as ApiKeyId,
    owner,
    hash: hashOf(secret, sha256),
    preview: `${prefix}…${secret.slice(-SHOWN_CHARACTERS)}`,
    terms,
    createdAt: now,
  };
  return { key, secret };
}

export function parseApiKeySecret(raw: string): Result<ApiKeySecret, { readonly kind: 'invalid-api-key' }> {
  return KEY_SECRET.test(raw) ? ok(raw as ApiKeySecret) : err({ kind: 'invalid-api-key' });
}

/** Parses an id; undefined for text that cannot be one. */
export const parseApiKeyId = (raw: string): ApiKeyId | undefined =>
  ID.test(raw) ? (raw as ApiKeyId) : undefined;

export const hashOf = (secret: ApiKeySecret, sha256: Sha256): ApiKeyHash =>
  toHex(sha256(new TextEncoder().encode(secret))) as ApiKeyHash;

/** Compares two hashes in constant time. */
export function sameHash(a: ApiKeyHash, b: ApiKeyHash): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}

/** Returns the key's status. An expired key counts as revoked. */
export function statusOf({ revokedAt, terms }: ApiKey, now: Date): ApiKeyStatus {
  const expired = terms.expiresAt !== undefined && terms.expiresAt.getTime() <= now.getTime();
  return revokedAt !== undefined || expired ? 'revoked' : 'active';
}

/** Revokes the key. One that is already revoked keeps its time of revocation. */
export const revoke = (key: ApiKey, now: Date): ApiKey =>
  key.revokedAt === undefined ? { ...key, revokedAt: now } : key;
