import { hashMessage } from '@stacks/encryption';
import { encodeAddress, type Address } from '../../../domain/shared/address.js';
import { STX } from '../../../domain/shared/contract-id.js';
import { NETWORK_FACTS, type Network } from '../../../domain/shared/network.js';
import type { SignatureVerifier, SignedOrder, SignedText } from '../../../ports/index.js';
import { CURVE } from './curve.js';
import { hash160, sha256 } from './hashing.js';
import { orderDigest } from './order-digest.js';

/**
 * Verifies order signatures (SIP-018) and signed texts (`stx_signMessage`) locally: with native secp256k1 if
 * the optional package `secp256k1` is installed, otherwise in JavaScript, more than ten times as slowly.
 *
 * @example
 * const verifier = createSignatureVerifier();
 */
export function createSignatureVerifier(): SignatureVerifier {
  return { orderSigner, textSigner, recoverTextSigner };
}

function orderSigner(order: SignedOrder, signature: string): Address | undefined {
  if (order.inputToken === STX || order.router === STX) return undefined;
  const key = recoverKey(signature, () => orderDigest(order));
  return key && addressOf(key, order.network);
}

/** Recovers the key and compares it with the claimed one. This also checks V, so each R and S has a single valid form. */
function textSigner({ network, message, signature, publicKey }: SignedText): Address | undefined {
  const claimed = parsePublicKey(publicKey);
  const key = claimed && recoverKey(signature, () => hashMessage(message));
  return key && claimed.equals(key) ? addressOf(key, network) : undefined;
}

function recoverTextSigner({
  network,
  message,
  signature,
}: Omit<SignedText, 'publicKey'>): Address | undefined {
  const key = recoverKey(signature, () => hashMessage(message));
  return key && addressOf(key, network);
}

const SIGNATURE_BYTES = 65;

/** Half of the curve's order. A signature with a higher S is refused: anyone can derive it from the one with the lower S. */
const HALF_ORDER = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex');

/** The recovery id by V. */
const RECOVERY_IDS: Readonly<Record<number, 0 | 1>> = { 0: 0, 1: 1, 27: 0, 28: 1 };

/** Hex digits without an optional 0x. */
const digitsOf = (hex: string): string => hex.replace(/^0x/i, '');

/** The compressed key of a signature in hex; undefined if it is malformed, or if no key produces R and S. */
function recoverKey(signature: string, digestOf: () => Uint8Array): Uint8Array | undefined {
  const hex = digitsOf(signature);
  // Buffer stops at the first character that is not a hex digit, so malformed hex gives too few bytes.
  const bytes = Buffer.from(hex, 'hex');
  if (bytes.length !== SIGNATURE_BYTES || hex.length !== 2 * SIGNATURE_BYTES) return undefined;
  if (bytes.compare(HALF_ORDER, 0, 32, 32, 64) > 0) return undefined;
  const recoveryId = RECOVERY_IDS[bytes[64]!];
  if (recoveryId === undefined) return undefined;
  return CURVE.recover(bytes.subarray(0, 64), recoveryId, digestOf());
}

const PUBLIC_KEY = /^(0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})$/;

/** The compressed form of a key in hex; undefined if it is not a point on the curve. */
function parsePublicKey(publicKey: string): Buffer | undefined {
  const hex = digitsOf(publicKey);
  if (!PUBLIC_KEY.test(hex)) return undefined;
  const compressed = CURVE.compress(Buffer.from(hex, 'hex'));
  return compressed && Buffer.from(compressed);
}

function addressOf(compressedKey: Uint8Array, network: Network): Address {
  const version = NETWORK_FACTS[network].singleSigVersion;
  return encodeAddress({ version, hash160: hash160(compressedKey) }, sha256);
}
