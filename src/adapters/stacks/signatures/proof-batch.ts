import type { Address } from '../../../domain/shared/address.js';
import type { Proof, Recovered } from './recovery.js';

// Proofs travel to a thread, and results back, as one piece of bytes each: a list of objects would cost as much as a tenth of the checks.

const [RS, DIGEST, KEY, ADDRESS] = [64, 32, 33, 41];
const PROOF_BYTES = RS + DIGEST + 2;
const RESULT_BYTES = KEY + ADDRESS + 1;

/** The proofs as bytes. */
export function packProofs(proofs: readonly Proof[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(proofs.length * PROOF_BYTES);
  proofs.forEach(({ rs, digest, recoveryId, version }, n) => {
    const at = n * PROOF_BYTES;
    bytes.set(rs, at);
    bytes.set(digest, at + RS);
    bytes[at + RS + DIGEST] = recoveryId;
    bytes[at + RS + DIGEST + 1] = version;
  });
  return bytes;
}

export const unpackProofs = (bytes: Uint8Array): readonly Proof[] =>
  Array.from({ length: bytes.length / PROOF_BYTES }, (_, n) => {
    const one = bytes.subarray(n * PROOF_BYTES, (n + 1) * PROOF_BYTES);
    return {
      rs: one.subarray(0, RS),
      digest: one.subarray(RS, RS + DIGEST),
      recoveryId: one[RS + DIGEST] as 0 | 1,
      version: one[RS + DIGEST + 1]!,
    };
  });

/** The results as bytes: a key, the length of its address, 0 if there is no key, and the address. */
export function packResults(results: readonly (Recovered | undefined)[]): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(new ArrayBuffer(results.length * RESULT_BYTES));
  results.forEach((result, n) => {
    if (result === undefined) return;
    const at = n * RESULT_BYTES;
    bytes.set(result.key, at);
    bytes[at + KEY] = result.address.length;
    bytes.write(result.address, at + KEY + 1, 'latin1');
  });
  return bytes;
}

export function unpackResults(packed: Uint8Array): readonly (Recovered | undefined)[] {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  return Array.from({ length: bytes.length / RESULT_BYTES }, (_, n) => {
    const at = n * RESULT_BYTES;
    const length = bytes[at + KEY]!;
    if (length === 0) return undefined;
    const from = at + KEY + 1;
    return {
      key: bytes.subarray(at, at + KEY),
      address: bytes.toString('latin1', from, from + length) as Address,
    };
  });
}
