import type { Address, Sha256 } from '../shared/address.js';
import type { Brand } from '../shared/brand.js';
import { toHex } from '../shared/hex.js';
import { Fields, someOf, type Field, type Parse, type ReportProblem } from '../shared/fields.js';
import { err, ok, type Result } from '../shared/result.js';
import { parseTime } from '../shared/time.js';

/** 32 lower-case hex characters. */
export type ApiKeyId = Brand<string, 'ApiKeyId'>;

/** `ck_live_` and 64 lower-case hex characters. A secret: shown to its owner once and never stored. */
export type ApiKeySecret = Brand<string, 'ApiKeySecret'>;

/** SHA-256 of a key, 64 lower-case hex characters. Never shown. */
export type ApiKeyHash = Brand<string, 'ApiKeyHash'>;

/** Actions that a key may allow. `create` grants nothing at present: an order is authorised by its own signature. */
export const PERMISSIONS = ['execute', 'cancel', 'create'] as const;
/** Action that an API key allows. */
export type Permission = (typeof PERMISSIONS)[number];

export const isPermission = (raw: unknown): raw is Permission => PERMISSIONS.some((known) => known === raw);

export const KEY_NAME = /^[A-Za-z0-9 _-]{1,100}$/;

/** Terms that the owner chose for a key. */
export interface ApiKeyTerms {
  /** 1 to 100 characters: letters, digits, spaces, - or _. Unique among the owner's active keys. */
  readonly name: string;
  /** One to three permissions, without duplicates. */
  readonly permissions: readonly Permission[];
  /** Time at which the key stops working. */
  readonly expiresAt?: Date;
}

/** A stored key, without its secret. */
export interface ApiKey {
  readonly id: ApiKeyId;
  /** The wallet that created the key. The key is valid only for this wallet's orders. */
  readonly owner: Address;
  readonly hash: ApiKeyHash;
  /** `ck_live_…` and the key's last four characters. */
  readonly preview: string;
  readonly terms: ApiKeyTerms;
  readonly createdAt: Date;
  readonly revokedAt?: Date;
}

/** Whether a key is admitted; an expired one counts as revoked. */
export type ApiKeyStatus = 'active' | 'revoked';

const PREFIX = 'ck_live_';
const SECRET = /^ck_live_[0-9a-f]{64}$/;
const ID = /^[0-9a-f]{32}$/;
const SHOWN_CHARACTERS = 4;

/** Number of random bytes in a secret. */
export const SECRET_BYTES = 32;
/** Number of random bytes in an id. */
export const ID_BYTES = 16;

/** Reads keyName, permissions and expiresAt from a signed message; undefined if any is invalid, with each problem reported. */
export function readKeyTerms(
  message: Readonly<Record<string, unknown>>,
  now: Date,
  report: ReportProblem,
): ApiKeyTerms | undefined {
  const { required, optional, has } = new Fields(message, report);
  const name = required('keyName', parseKeyName);
  const permissions = required('permissions', parsePermissions);
  const expiresAt = optional('expiresAt', (raw) => parseExpiry(raw, now));
  if (name === undefined || permissions === undefined) return undefined;
  if (expiresAt === undefined) return has('expiresAt') ? undefined : { name, permissions };
  return { name, permissions, expiresAt };
}

const parseKeyName: Parse<string> = (raw) =>
  typeof raw === 'string' && KEY_NAME.test(raw)
    ? ok(raw)
    : err({ reason: 'must be 1 to 100 letters, digits, spaces, - or _' });

export const parsePermissions = someOf(PERMISSIONS);

function parseExpiry(raw: unknown, now: Date): Field<Date> {
  const time = parseTime(raw);
  return time.ok && time.value <= now ? err({ reason: 'must be in the future' }) : time;
}

/** Creates a key from random bytes. Throws unless there are 32 for the secret and 16 for the id. */
export function createApiKey(
  { owner, terms, now }: { readonly owner: Address; readonly terms: ApiKeyTerms; readonly now: Date },
  random: { readonly secret: Uint8Array; readonly id: Uint8Array },
  sha256: Sha256,
): { readonly key: ApiKey; readonly secret: ApiKeySecret } {
  if (random.secret.length !== SECRET_BYTES || random.id.length !== ID_BYTES) {
    throw new Error(`a key needs ${SECRET_BYTES} random bytes, its id ${ID_BYTES}`);
  }
  const secret = `${PREFIX}${toHex(random.secret)}` as ApiKeySecret;
  const key: ApiKey = {
    id: toHex(random.id) as ApiKeyId,
    owner,
    hash: hashOf(secret, sha256),
    preview: `${PREFIX}…${secret.slice(-SHOWN_CHARACTERS)}`,
    terms,
    createdAt: now,
  };
  return { key, secret };
}

export function parseApiKeySecret(raw: string): Result<ApiKeySecret, { readonly kind: 'invalid-api-key' }> {
  return SECRET.test(raw) ? ok(raw as ApiKeySecret) : err({ kind: 'invalid-api-key' });
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
