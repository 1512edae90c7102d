import type { Brand } from '../../../domain/shared/brand.js';
import { err, ok, type Invalid, type Result } from '../../../domain/shared/result.js';
import { CURVE } from '../signatures/fastest-curve.js';

/** The operator's private key, a secret: 66 hex characters that end in 01, which selects the compressed public key. */
export type OperatorKey = Brand<string, 'OperatorKey'>;

/** Reason why a text is not a private key. The reason never quotes the key. */
export type InvalidOperatorKey = Invalid<'invalid-operator-key'>;

const KEY = /^([0-9a-f]{64})(01)?$/;

/**
 * Parses 64 hex characters, or 66 that end in 01. Both forms name the same account.
 *
 * @example
 * const operatorKey = unwrap(parseOperatorKey('1'.repeat(64)));
 */
export function parseOperatorKey(raw: string): Result<OperatorKey, InvalidOperatorKey> {
  const invalid = (reason: string) => err({ kind: 'invalid-operator-key' as const, reason });
  const digits = KEY.exec(raw.toLowerCase())?.[1];
  if (digits === undefined) return invalid('must be 64 hex characters, or 66 that end in 01');
  if (!CURVE.isPrivateKey(Buffer.from(digits, 'hex'))) return invalid('is not a key of secp256k1');
  return ok(`${digits}01` as OperatorKey);
}
