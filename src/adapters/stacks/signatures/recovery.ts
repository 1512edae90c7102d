import { encodeAddress, type Address } from '../../../domain/shared/address.js';
import type { Curve } from './curve.js';
import { hash160, sha256 } from './hashing.js';

/** A signature with what is needed to find its signer. */
export interface Proof {
  /** R and S, 64 bytes. */
  readonly rs: Uint8Array;
  readonly recoveryId: 0 | 1;
  /** The signed digest, 32 bytes. */
  readonly digest: Uint8Array;
  /** Version of the signer's address. */
  readonly version: number;
}

/** The key that made a signature. */
export interface Recovered {
  /** The compressed key, 33 bytes. */
  readonly key: Uint8Array;
  readonly address: Address;
}

/** The key that made the signature; undefined if none did. */
export function recoverSigner(
  { recover }: Pick<Curve, 'recover'>,
  { rs, recoveryId, digest, version }: Proof,
): Recovered | undefined {
  const key = recover(rs, recoveryId, digest);
  return key && { key, address: encodeAddress({ version, hash160: hash160(key) }, sha256) };
}
