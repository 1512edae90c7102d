import type { Brand } from '../shared/brand.js';
import { err, ok, type Result } from '../shared/result.js';

/** A caller's name for a request, under which its first answer is stored. */
export type IdempotencyKey = Brand<string, 'IdempotencyKey'>;

const KEY = /^[\x20-\x7e]{1,255}$/;

/**
 * Parses a key: 1 to 255 printable ASCII characters. Keys are case-sensitive.
 *
 * @example
 * const key = unwrap(parseIdempotencyKey('order-4711'));
 */
export const parseIdempotencyKey = (
  raw: string,
): Result<IdempotencyKey, { readonly kind: 'invalid-idempotency-key' }> =>
  KEY.test(raw) ? ok(raw as IdempotencyKey) : err({ kind: 'invalid-idempotency-key' });

/** Time (ms) for which a response is kept and replayed. */
export const KEPT_MS = 24 * 60 * 60 * 1000;

/** Age (ms) at which a claim without an answer counts as abandoned, since the process that made it must be gone. */
export const ABANDONED_AFTER_MS = 60_000;

interface KeyedRequest {
  /** Hash of the operation, the caller and the key, in 64 hex digits. */
  readonly id: string;
  /** Hash of the whole request, in 64 hex digits. */
  readonly fingerprint: string;
  readonly claimedAt: Date;
  readonly expiresAt: Date;
}

/** A request in progress. */
export interface Claim extends KeyedRequest {
  readonly state: 'claimed';
}

/** A request that was answered. */
export interface KeptAnswer extends KeyedRequest {
  readonly state: 'answered';
  /** The answer as encoded by the caller's adapter, without secrets. */
  readonly answer: string;
}

/** Entry under an idempotency key: a request in progress, or its response. */
export type KeyEntry = Claim | KeptAnswer;

/** Reason why a request may not use its idempotency key. */
export type KeyTaken =
  | { readonly kind: 'idempotency-key-reused' }
  /** The same request is in progress. */
  | { readonly kind: 'idempotency-key-in-use' };

export const claimFor = (id: string, fingerprint: string, now: Date): Claim => ({
  state: 'claimed',
  id,
  fingerprint,
  claimedAt: now,
  expiresAt: new Date(now.getTime() + KEPT_MS),
});

export const answerClaim = (claim: Claim, answer: string, now: Date): KeptAnswer => ({
  ...claim,
  state: 'answered',
  answer,
  expiresAt: new Date(now.getTime() + KEPT_MS),
});

/** Returns what a request gets from an entry that it finds: the response to replay, or `undefined` if it may replace the entry. */
export function resolveEntry(
  entry: KeyEntry,
  fingerprint: string,
  now: Date,
): Result<string | undefined, KeyTaken> {
  if (entry.expiresAt <= now) return ok(undefined);
  if (entry.fingerprint !== fingerprint) return err({ kind: 'idempotency-key-reused' });
  if (entry.state === 'answered') return ok(entry.answer);
  const abandoned = now.getTime() - entry.claimedAt.getTime() >= ABANDONED_AFTER_MS;
  return abandoned ? ok(undefined) : err({ kind: 'idempotency-key-in-use' });
}
