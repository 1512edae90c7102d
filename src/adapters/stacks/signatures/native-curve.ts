import { orUndefined, type Curve } from './curve.js';

/** Types of the functions of the package `secp256k1` that are used here. */
interface Bindings {
  ecdsaRecover(signature: Uint8Array, recoveryId: number, digest: Uint8Array, compressed: true): Uint8Array;
  publicKeyCreate(privateKey: Uint8Array, compressed: true): Uint8Array;
  publicKeyVerify(publicKey: Uint8Array): boolean;
  publicKeyConvert(publicKey: Uint8Array, compressed: true): Uint8Array;
  privateKeyVerify(bytes: Uint8Array): boolean;
  ecdsaSign(digest: Uint8Array, privateKey: Uint8Array): { signature: Uint8Array; recid: number };
}

/**
 * Loads the native curve, which is more than ten times as fast. Undefined if the optional package `secp256k1` is not installed or
 * has no binary for this machine. The package's own fallback is never used, since the bindings are loaded directly.
 */
export function nativeCurve(require: NodeJS.Require): Curve | undefined {
  const native = orUndefined(() => require('secp256k1/bindings.js') as Bindings);
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
