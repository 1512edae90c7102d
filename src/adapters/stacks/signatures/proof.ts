import { hashMessage } from '@stacks/encryption';
import { STX } from '../../../domain/shared/contract-id.js';
import { NETWORK_FACTS, type Network } from '../../../domain/shared/network.js';
import type { SignedOrder, SignedText } from '../../../ports/index.js';
import { orderDigest } from './order-digest.js';
import type { Proof } from './recovery.js';

const SIGNATURE_BYTES = 65;

/** Half of the curve's order. A signature with a higher S is refused: anyone can derive it from the one with the lower S. */
const HALF_ORDER = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex');

/** The recovery id by V. */
const RECOVERY_IDS: Readonly<Record<number, 0 | 1>> = { 0: 0, 1: 1, 27: 0, 28: 1 };

/** Hex digits without an optional 0x. */
export const digitsOf = (hex: string): string => hex.replace(/^0x/i, '');

/** The proof that an order's signature is; undefined if the signature is malformed, or if no order can be what was signed. */
export function orderProof(order: SignedOrder, signature: string): Proof | undefined {
  if (order.inputToken === STX || order.router === STX) return undefined;
  return proofOf(signature, order.network, () => orderDigest(order));
}

/** The proof that a text's signature is; undefined if the signature is malformed. */
export const textProof = ({
  network,
  message,
  signature,
}: Omit<SignedText, 'publicKey'>): Proof | undefined =>
  proofOf(signature, network, () => hashMessage(message));

function proofOf(signature: string, network: Network, digestOf: () => Uint8Array): Proof | undefined {
  const hex = digitsOf(signature);
  // Buffer stops at the first character that is not a hex digit, so malformed hex gives too few bytes.
  const bytes = Buffer.from(hex, 'hex');
  if (bytes.length !== SIGNATURE_BYTES || hex.length !== 2 * SIGNATURE_BYTES) return undefined;
  if (bytes.compare(HALF_ORDER, 0, 32, 32, 64) > 0) return undefined;
  const recoveryId = RECOVERY_IDS[bytes[64]!];
  if (recoveryId === undefined) return undefined;
  const version = NETWORK_FACTS[network].singleSigVersion;
  return { rs: bytes.subarray(0, 64), recoveryId, digest: digestOf(), version };
}
