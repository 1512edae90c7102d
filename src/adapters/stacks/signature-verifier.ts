import { hashMessage } from '@stacks/encryption';
import secp256k1 from 'secp256k1';
import { encodeAddress, type Address } from '../../domain/shared/address.js';
import { STX } from '../../domain/shared/contract-id.js';
import { NETWORK_FACTS, type Network } from '../../domain/shared/network.js';
import type { SignatureVerifier, SignedOrder, SignedText } from '../../ports/index.js';
import { hash160, sha256 } from './hashing.js';
import { orderDigest } from './order-digest.js';

/**
 * Verifies order signatures (SIP-018) and signed texts (`stx_signMessage`) locally, with native secp256k1.
 *
 * @example
 * const verifier = createSignatureVerifier();
 */
export function createSignatureVerifier(): SignatureVerifier {
  return { orderSigner, textSigner };
}

function orderSigner(order: SignedOrder, signature: string): Address | undefined {
  if (order.inputToken === STX || order.router === STX) return undefined;
  const parsed = parseSignature(signature);
  if (parsed === undefined) return undefined;
  const key = recoverKey(orderDigest(order), parsed);
  return key && addressOf(key, order.network);
}

/** Recovers the key and compares it, so that V is checked too and each R and S has one valid signature form. */
function textSigner({ network, message, signature, publicKey }: SignedText): Address | undefined {
  const claimed = parsePublicKey(publicKey);
  const parsed = parseSignature(signature);
  if (claimed === undefined || parsed === undefined) return undefined;
  const key = recoverKey(hashMessage(message), parsed);
  return key && claimed.equals(key) ? addressOf(key, network) : undefined;
}

interface RecoverableSignature {
  /** R and S, 64 bytes. */
  readonly compact: Buffer;
  readonly recoveryId: 0 | 1;
}

const SIGNATURE_BYTES = 65;

/** Half of the curve's order: S above it is the other form of the same signature, which anyone can derive from the first. */
const HALF_ORDER = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex');

function parseSignature(hex: string): RecoverableSignature | undefined {
  // Buffer stops at the first character that is not a hex digit.
  const bytes = Buffer.from(hex, 'hex');
  if (bytes.length !== SIGNATURE_BYTES || hex.length !== 2 * SIGNATURE_BYTES) return undefined;
  if (bytes.compare(HALF_ORDER, 0, 32, 32, 64) > 0) return undefined;
  const recoveryId = RECOVERY_IDS.get(bytes[64]!);
  return recoveryId === undefined ? undefined : { compact: bytes.subarray(0, 64), recoveryId };
}

const RECOVERY_IDS = new Map<number, 0 | 1>([
  [0, 0],
  [1, 1],
  [27, 0],
  [28, 1],
]);

/** The compressed key; undefined when no key produces R and S, the only reason for which the library rejects 64 bytes. */
function recoverKey(
  digest: Uint8Array,
  { compact, recoveryId }: RecoverableSignature,
): Uint8Array | undefined {
  try {
    return secp256k1.ecdsaRecover(compact, recoveryId, digest, true);
  } catch {
    return undefined;
  }
}

const PUBLIC_KEY = /^(0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})$/;

/** The compressed form of a key in hex; undefined when it is not a point on the curve. */
function parsePublicKey(hex: string): Buffer | undefined {
  if (!PUBLIC_KEY.test(hex)) return undefined;
  const bytes = Buffer.from(hex, 'hex');
  return secp256k1.publicKeyVerify(bytes) ? Buffer.from(secp256k1.publicKeyConvert(bytes, true)) : undefined;
}

function addressOf(compressedKey: Uint8Array, network: Network): Address {
  const version = NETWORK_FACTS[network].singleSigVersion;
  return encodeAddress({ version, hash160: hash160(compressedKey) }, sha256);
}
