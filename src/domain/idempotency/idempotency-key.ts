import type { Brand } from '../shared/brand.js';
import { err, ok, type Result } from '../shared/result.js';

/** A caller's name for one request, under which its first answer is stored. */
export type IdempotencyKey = Brand<string, 'IdempotencyKey'>;

export interface InvalidIdempotencyKey {
  readonly kind: 'invalid-idempotency-key';
}

const KEY = /^[\x20-\x7e]{1,255}$/;

/**
 * Accepts 1 to 255 printable ASCII characters. Keys are case-sensitive.
 *
 * @example
 * const key = unwrap(parseIdempotencyKey('order-4711'));
 */
export const parseIdempotencyKey = (raw: string): Result<IdempotencyKey, InvalidIdempotencyKey> =>
  KEY.test(raw) ? ok(raw as IdempotencyKey) : err({ kind: 'invalid-idempotency-key' });
