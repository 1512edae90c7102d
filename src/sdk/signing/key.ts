import { getPublicKey, recoverPublicKey, signSync, utils } from '@noble/secp256k1';
import { encodeAddress, type Address } from '../../domain/shared/address.js';
import { fromHex, toHex } from '../../domain/shared/hex.js';
import { NETWORK_FACTS, type Network } from '../../domain/shared/network.js';
import { SigningError } from './errors.js';
import { hash160, hmacSha256, sha256 } from './hashing.js';

const PRIVATE_KEY = /^(?:0x)?([0-9a-f]{64})(?:01)?$/i;

/** The 32 bytes of a private key in hex, with or without the trailing 01 for "compressed". The error never contains the key. */
export function parsePrivateKey(hex: string): Uint8Array {
  const [, digits] = PRIVATE_KEY.exec(hex) ?? [];
  const bytes = digits === undefined ? undefined : fromHex(digits);
  if (bytes === undefined || !utils.isValidPrivateKey(bytes))
    throw new SigningError('a private key is 64 hex characters, or 66 that end with 01', 'invalid-key');
  return bytes;
}

/** The compressed public key of a private key, 33 bytes. */
export const publicKeyOf = (privateKey: Uint8Array): Uint8Array => getPublicKey(privateKey, true);

/** The address of a compressed public key. */
export const addressOf = (publicKey: Uint8Array, network: Network): Address =>
  encodeAddress({ version: NETWORK_FACTS[network].singleSigVersion, hash160: hash160(publicKey) }, sha256);

/** Signs a digest, deterministically (RFC 6979) and with low S. Returns R, S, V in 130 hex characters. */
export function signDigest(digest: Uint8Array, privateKey: Uint8Array): string {
  // Set on first use: if set on load, bundlers could not leave the curve out.
  utils.hmacSha256Sync ??= hmacSha256;
  const [rs, v] = signSync(digest, privateKey, { canonical: true, recovered: true, der: false });
  return `${toHex(rs)}0${v}`;
}

/** Half of the curve's order. A signature with a higher S has an equivalent form with a lower one. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

const SIGNATURE = /^(?:0x)?([0-9a-f]{130})$/i;
/** Recovery id by V. */
const RECOVERY_IDS: Readonly<Record<string, 0 | 1>> = { '00': 0, '01': 1, '1b': 0, '1c': 1 };

/**
 * A wallet's signature in the form that the server and the contracts require: R, S, V with low S and a V of 0 or 1. Wallets may
 * also put V first, use 27 and 28, a leading 0x, or a high S. Undefined if none of these forms is the key's signature of the
 * digest.
 */
export function normalSignature(raw: string, digest: Uint8Array, publicKey: string): string | undefined {
  const [, hex] = SIGNATURE.exec(raw.toLowerCase()) ?? [];
  if (hex === undefined) return undefined;
  const forms = [hex, hex.slice(2) + hex.slice(0, 2)].flatMap((rsv) => lowForm(rsv) ?? []);
  return forms.find((form) => signerOf(form, digest) === publicKey);
}

function lowForm(rsv: string): string | undefined {
  const recoveryId = RECOVERY_IDS[rsv.slice(128)];
  if (recoveryId === undefined) return undefined;
  const s = BigInt(`0x${rsv.slice(64, 128)}`);
  if (s <= HALF_ORDER) return `${rsv.slice(0, 128)}0${recoveryId}`;
  if (s >= ORDER) return undefined;
  return `${rsv.slice(0, 64)}${(ORDER - s).toString(16).padStart(64, '0')}0${1 - recoveryId}`;
}

/** The compressed public key in hex; undefined if no key produces R and S. */
function signerOf(rsv: string, digest: Uint8Array): string | undefined {
  try {
    return toHex(recoverPublicKey(digest, fromHex(rsv.slice(0, 128)), Number(rsv.slice(128)), true));
  } catch {
    return undefined;
  }
}
