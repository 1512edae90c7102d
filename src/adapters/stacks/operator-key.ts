import secp256k1 from 'secp256k1';
import type { Brand } from '../../domain/shared/brand.js';
import { err, ok, type Result } from '../../domain/shared/result.js';

/** A private key as 66 hex characters, the last two 01: its public key is used in the compressed form. A secret. */
export type OperatorKey = Brand<string, 'OperatorKey'>;

export interface InvalidOperatorKey {
  readonly kind: 'invalid-operator-key';
  /** Never quotes the key. */
  readonly reason: string;
}

const KEY = /^([0-9a-f]{64})(01)?$/;

/** Reads 64 hex characters, or 66 that end in 01. Either form stands for the same account. */
export function parseOperatorKey(raw: string): Result<OperatorKey, InvalidOperatorKey> {
  const invalid = (reason: string) => err({ kind: 'invalid-operator-key' as const, reason });
  const digits = KEY.exec(raw.toLowerCase())?.[1];
  if (digits === undefined) return invalid('must be 64 hex characters, or 66 that end in 01');
  if (!secp256k1.privateKeyVerify(Buffer.from(digits, 'hex'))) return invalid('is not a key of secp256k1');
  return ok(`${digits}01` as OperatorKey);
}
