import { getPublicKey, Point, recoverPublicKey, utils } from '@noble/secp256k1';
import { signDigest } from '../../../sdk/signing/key.js';
import { orUndefined, type Curve } from './curve.js';

/** Curve in JavaScript, which runs everywhere and takes about a millisecond per signature. */
export const PORTABLE_CURVE: Curve = {
  recover: (signature, recoveryId, digest) =>
    orUndefined(() => recoverPublicKey(digest, signature, recoveryId, true)),
  compress: (publicKey) => orUndefined(() => Point.fromHex(publicKey).toRawBytes(true)),
  publicKeyOf: (privateKey) => getPublicKey(privateKey, true),
  isPrivateKey: (bytes) => utils.isValidPrivateKey(bytes),
  sign: signDigest,
};
