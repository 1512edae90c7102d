import type { Brand } from '../shared/brand.js';
import { err, ok, type Result } from '../shared/result.js';

/** A caller's name for one request, under which its first answer is kept. */
export type IdempotencyKey = Brand<string, 'IdempotencyKey'>;

export interface InvalidIdempotencyKey {
  readonly kind: 'invalid-idempotency-key';
}

const KEY = /^[\x20-\x7e]{1,255}$/;

/** Takes 1 to 255 printable ASCII characters. They are compared as they are, case included. */
export const parseIdempotencyKey = (raw: string): Result<IdempotencyKey, InvalidIdempotencyKey> =>
  KEY.test(raw) ? ok(raw as IdempotencyKey) : err({ kind: 'invalid-idempotency-key' });
