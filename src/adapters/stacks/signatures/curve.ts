import { createRequire } from 'node:module';
import { getPublicKey, Point, recoverPublicKey, utils } from '@noble/secp256k1';
import { signDigest } from '../../../sdk/signing/key.js';

/** secp256k1, the curve of Stacks keys. */
export interface Curve {
  /** Recovers the compressed key that signed a digest of 32 bytes with R and S, of 32 bytes each; undefined if no key did. */
  recover(signature: Uint8Array, recoveryId: 0 | 1, digest: Uint8Array): Uint8Array | undefined;
  /** The compressed form of a public key of 33 or 65 bytes; undefined if it is not a point on the curve. */
  compress(publicKey: Uint8Array): Uint8Array | undefined;
  /** The compressed public key of a private key. @throws for bytes that are not a private key. */
  publicKeyOf(privateKey: Uint8Array): Uint8Array;
  /** Whether 32 bytes are a private key, a number from 1 to the curve's order less one. */
  isPrivateKey(bytes: Uint8Array): boolean;
  /**
   * Signs a digest of 32 bytes, deterministically (RFC 6979) and with low S. Returns R, S, V in 130 hex characters.
   * @throws for bytes that are not a private key.
   */
  sign(digest: Uint8Array, privateKey: Uint8Array): string;
}

/** Types of the functions of the package `secp256k1` that are used here. */
interface Bindings {
  ecdsaRecover(signature: Uint8Array, recoveryId: number, digest: Uint8Array, compressed: true): Uint8Array;
  publicKeyCreate(privateKey: Uint8Array, compressed: true): Uint8Array;
  publicKeyVerify(publicKey: Uint8Array): boolean;
  publicKeyConvert(publicKey: Uint8Array, compressed: true): Uint8Array;
  privateKeyVerify(bytes: Uint8Array): boolean;
  ecdsaSign(digest: Uint8Array, privateKey: Uint8Array): { signature: Uint8Array; recid: number };
}

/** Curve in JavaScript, which runs everywhere and takes about a millisecond per signature. */
export const PORTABLE_CURVE: Curve = {
  recover: (signature, recoveryId, digest) =>
    orUndefined(() => recoverPublicKey(digest, signature, recoveryId, true)),
  compress: (publicKey) => orUndefined(() => Point.fromHex(publicKey).toRawBytes(true)),
  publicKeyOf: (privateKey) => getPublicKey(privateKey, true),
  isPrivateKey: (bytes) => utils.isValidPrivateKey(bytes),
  sign: signDigest,
};

/**
 * Loads the native curve, which is more than ten times as fast. Undefined if the optional package `secp256k1` is not installed or
 * has no binary for this machine. The package's own fallback is never used, since the bindings are loaded directly.
 */
export function nativeCurve(): Curve | undefined {
  const native = orUndefined(() => createRequire(import.meta.url)('secp256k1/bindings.js') as Bindings);
  return (
    native && {
      recover: (signature, recoveryId, digest) =>
        orUndefined(() => native.ecdsaRecover(signature, recoveryId, digest, true)),
      compress: (publicKey) =>
        native.publicKeyVerify(publicKey) ? native.publicKeyConvert(publicKey, true) : undefined,
      publicKeyOf: (privateKey) => native.publicKeyCreate(privateKey, true),
      isPrivateKey: (bytes) => native.privateKeyVerify(bytes),
      sign: (digest, privateKey) => {
        const { signature, recid } = native.ecdsaSign(digest, privateKey);
        return `${Buffer.from(signature).toString('hex')}0${recid}`;
      },
    }
  );
}

/** The fastest curve installed. */
export const CURVE: Curve = nativeCurve() ?? PORTABLE_CURVE;

/** Returns the result of a call, or undefined if it throws. For calls that throw only if there is nothing to return. */
function orUndefined<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch {
    return undefined;
  }
}
