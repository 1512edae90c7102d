import type { Address } from '../../../domain/shared/address.js';
import type { SignatureVerifier, SignedOrder, SignedText } from '../../../ports/index.js';
import { CURVE } from './fastest-curve.js';
import { digitsOf, orderProof, textProof } from './proof.js';
import { recoverSigner, type Proof, type Recovered } from './recovery.js';
import { SignatureThreads } from './signature-threads.js';

/** A verifier that checks while its caller waits. */
export interface DirectVerifier extends SignatureVerifier {
  orderSigner(order: SignedOrder, signature: string): Address | undefined;
  textSigner(text: SignedText): Address | undefined;
  recoverTextSigner(text: Omit<SignedText, 'publicKey'>): Address | undefined;
}

/**
 * Verifies order signatures (SIP-018) and signed texts (`stx_signMessage`) locally: with native secp256k1 if
 * the optional package `secp256k1` is installed, otherwise in JavaScript, more than ten times as slowly.
 *
 * @example
 * const verifier = createSignatureVerifier();
 */
export function createSignatureVerifier(): DirectVerifier {
  const recover = (proof: Proof | undefined) => proof && recoverSigner(CURVE, proof);
  return {
    orderSigner: (order, signature) => recover(orderProof(order, signature))?.address,
    textSigner: (text) => {
      const claimed = parsePublicKey(text.publicKey);
      return claimed && addressFor(claimed, recover(textProof(text)));
    },
    recoverTextSigner: (text) => recover(textProof(text))?.address,
  };
}

/** A verifier with threads of its own. */
export interface ThreadedVerifier extends SignatureVerifier {
  /** Ends the threads once they have done what they were given. Later checks are made while their caller waits. */
  close(): Promise<void>;
}

/**
 * Verifies like {@link createSignatureVerifier}, but in threads, so that the main thread is free for other work meanwhile. What arrives in
 * one turn of the event loop goes to a thread together. A thread that ends is replaced, and its checks are repeated.
 *
 * @param threads number of threads, 1 or more. They do not keep the process alive.
 * @param onLost called when a thread has ended by itself, with the error if it threw one.
 * @example
 * const verifier = openSignatureThreads(2);
 * const core = createCore({ ...ports, signatures: verifier });
 * await verifier.close();
 */
export function openSignatureThreads(threads: number, onLost?: (error?: Error) => void): ThreadedVerifier {
  const pool = new SignatureThreads(threads, onLost);
  const recover = async (proof: Proof | undefined) => proof && pool.recover(proof);
  return {
    orderSigner: async (order, signature) => (await recover(orderProof(order, signature)))?.address,
    textSigner: async (text) => {
      const claimed = parsePublicKey(text.publicKey);
      return claimed && addressFor(claimed, await recover(textProof(text)));
    },
    recoverTextSigner: async (text) => (await recover(textProof(text)))?.address,
    close: () => pool.close(),
  };
}

/** The address of the claimed key if it is the one recovered. This also checks V, so each R and S has a single valid form. */
const addressFor = (claimed: Buffer, recovered: Recovered | undefined): Address | undefined =>
  recovered !== undefined && claimed.equals(recovered.key) ? recovered.address : undefined;

const PUBLIC_KEY = /^(0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})$/;

/** The compressed form of a key in hex; undefined if it is not a point on the curve. */
function parsePublicKey(publicKey: string): Buffer | undefined {
  const hex = digitsOf(publicKey);
  if (!PUBLIC_KEY.test(hex)) return undefined;
  const compressed = CURVE.compress(Buffer.from(hex, 'hex'));
  return compressed && Buffer.from(compressed);
}
