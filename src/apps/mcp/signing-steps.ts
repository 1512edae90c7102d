import { toHex } from '../../domain/shared/hex.js';
import type { Network } from '../../domain/shared/network.js';
import { serializeClarity, type Clarity } from '../../sdk/signing/clarity.js';
import {
  STRUCTURED_PREFIX,
  structuredBytes,
  structuredDigest,
  TEXT_PREFIX,
  textBytes,
  textDigest,
} from '../../sdk/signing/digest.js';
import { addressOf } from '../../sdk/signing/key.js';
import type { Signer, StructuredData } from '../../sdk/signing/index.js';
import { fromHex } from '../../domain/shared/hex.js';
import { badArgument } from './tool.js';

/** One signature that the owner's wallet has to make. Bytes are in hex. */
export type SigningStep = {
  /** Wallet method (SIP-030). */
  readonly method: 'stx_signMessage' | 'stx_signStructuredMessage';
  /** Parameters of the method. */
  readonly params: Readonly<Record<string, string>>;
  /** Text that the signed bytes begin with. */
  readonly prefix: string;
  /** Bytes that are hashed, with the prefix. */
  readonly bytes: string;
  /** SHA-256 of the bytes, which is signed with secp256k1. */
  readonly sha256: string;
  /** Content as a wallet shows it. */
  readonly walletShows: unknown;
};

const textStep = (message: string): SigningStep => ({
  method: 'stx_signMessage',
  params: { message },
  prefix: TEXT_PREFIX,
  bytes: toHex(textBytes(message)),
  sha256: toHex(textDigest(message)),
  walletShows: message,
});

const structuredStep = (data: StructuredData): SigningStep => ({
  method: 'stx_signStructuredMessage',
  params: { domain: toHex(serializeClarity(data.domain)), message: toHex(serializeClarity(data.message)) },
  prefix: STRUCTURED_PREFIX,
  bytes: toHex(structuredBytes(data)),
  sha256: toHex(structuredDigest(data)),
  walletShows: { domain: plain(data.domain), message: plain(data.message) },
});

/** A Clarity value as JSON. */
function plain(value: Clarity): unknown {
  switch (value.type) {
    case 'none':
      return null;
    case 'some':
      return plain(value.value);
    case 'uint':
      return value.value.toString();
    case 'tuple':
      return Object.fromEntries(Object.entries(value.value).map(([name, one]) => [name, plain(one)]));
    default:
      return value.value;
  }
}

/** Signer without a key: it collects what the wallet is to sign, and returns the name of the signature in its place. */
export function collectingSigner(address: string): {
  readonly signer: Signer;
  readonly steps: SigningStep[];
} {
  const steps: SigningStep[] = [];
  const collect = (step: SigningStep) => `<signature ${steps.push(step)}>`;
  return {
    steps,
    signer: {
      address,
      publicKey: '',
      signText: async (message) => collect(textStep(message)),
      signStructured: async (data) => collect(structuredStep(data)),
    },
  };
}

const PUBLIC_KEY = /^0[23][0-9a-f]{64}$/i;

/** Address of a public key given as the argument `field`. */
export function walletAddressOf(publicKey: unknown, network: Network, field: string): string {
  if (typeof publicKey !== 'string' || !PUBLIC_KEY.test(publicKey))
    throw badArgument(field, 'the compressed public key, 66 hex characters that begin with 02 or 03');
  return addressOf(fromHex(publicKey.toLowerCase()), network);
}
