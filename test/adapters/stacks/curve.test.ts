import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import secp256k1 from 'secp256k1';
import type { Curve } from '../../../src/adapters/stacks/signatures/curve.js';
import { nativeCurve } from '../../../src/adapters/stacks/signatures/native-curve.js';
import { PORTABLE_CURVE } from '../../../src/adapters/stacks/signatures/portable-curve.js';

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const PRIME = 2n ** 256n - 2n ** 32n - 977n;

/** Numbers around the bounds of the curve, small ones, and any others. */
const number = fc.oneof(
  fc.constantFrom(0n, 1n, 2n, ORDER - 1n, ORDER, ORDER + 1n, PRIME - 1n, PRIME, PRIME + 1n, 2n ** 256n - 1n),
  fc.bigInt(0n, 2n ** 256n - 1n),
);
const bytesOf = (n: bigint) => Buffer.from(n.toString(16).padStart(64, '0'), 'hex');
const bytes32 = number.map(bytesOf);
const recoveryId = fc.constantFrom<0 | 1>(0, 1);

const curves = (): [Curve, Curve] => {
  const native = nativeCurve(createRequire(import.meta.url));
  if (native === undefined) throw new Error('the package secp256k1 is not installed: run npm ci');
  return [native, PORTABLE_CURVE];
};
const asHex = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('hex');

describe('native and portable secp256k1', () => {
  const [native, portable] = curves();

  it('recover the key of every signature alike', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, ORDER - 1n).map(bytesOf), bytes32, (key, digest) => {
        const { signature, recid } = secp256k1.ecdsaSign(digest, key);
        const expected = asHex(secp256k1.publicKeyCreate(key, true));
        expect(asHex(native.recover(signature, recid as 0 | 1, digest))).toBe(expected);
        expect(asHex(portable.recover(signature, recid as 0 | 1, digest))).toBe(expected);
      }),
      { numRuns: 50 },
    );
  });

  it('derive the same public key of every private key, and throw for an invalid private key', () => {
    fc.assert(
      fc.property(bytes32, (key) => {
        if (!native.isPrivateKey(key)) {
          expect(() => portable.publicKeyOf(key)).toThrow();
          expect(() => native.publicKeyOf(key)).toThrow();
        } else expect(asHex(portable.publicKeyOf(key))).toBe(asHex(native.publicKeyOf(key)));
      }),
      { numRuns: 100 },
    );
  });

  it('recover the same key, or none, from any R, S and digest', () => {
    fc.assert(
      fc.property(bytes32, bytes32, recoveryId, bytes32, (r, s, id, digest) => {
        const signature = Buffer.concat([r, s]);
        expect(asHex(portable.recover(signature, id, digest))).toBe(
          asHex(native.recover(signature, id, digest)),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('compress the same public keys, and accept nothing else as one', () => {
    const compressed = fc.tuple(fc.constantFrom(2, 3), bytes32).map(([first, x]) => [first, ...x]);
    const whole = fc.tuple(bytes32, bytes32).map(([x, y]) => [4, ...x, ...y]);
    const valid = fc.bigInt(1n, ORDER - 1n).map((key) => [...secp256k1.publicKeyCreate(bytesOf(key), false)]);
    fc.assert(
      fc.property(fc.oneof(compressed, whole, valid), (key) => {
        const bytes = Uint8Array.from(key);
        expect(asHex(portable.compress(bytes))).toBe(asHex(native.compress(bytes)));
      }),
      { numRuns: 300 },
    );
  });

  it('sign alike, with a signature that recovers the key', () => {
    const below = fc.bigInt(1n, ORDER - 1n).map(bytesOf);
    // From 2^128 digests, one reaches the order. Both signatures of it are valid, and differ.
    fc.assert(
      fc.property(below, below, (key, digest) => {
        const signature = native.sign(digest, key);
        expect(portable.sign(digest, key)).toBe(signature);
        const [rs, v] = [Buffer.from(signature.slice(0, 128), 'hex'), Number(signature.slice(128)) as 0 | 1];
        expect(asHex(native.recover(rs, v, digest))).toBe(asHex(native.publicKeyOf(key)));
      }),
      { numRuns: 50 },
    );
  });

  it('accept the same 32 bytes as private keys', () => {
    fc.assert(
      fc.property(bytes32, (bytes) => {
        expect(portable.isPrivateKey(bytes)).toBe(native.isPrivateKey(bytes));
      }),
    );
  });
});
