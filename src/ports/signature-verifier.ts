import type { OrderSignature } from '../domain/order/ids.js';
import type { OrderTerms } from '../domain/order/order.js';
import type { Address } from '../domain/shared/address.js';
import type { Network } from '../domain/shared/network.js';

/** The fields that an order's signature covers (SIP-018). */
export interface SignedOrder extends Pick<OrderTerms, 'inputToken' | 'amountIn' | 'router' | 'uuid'> {
  readonly network: Network;
  /** The signature domain of the input token's subnet. */
  readonly blaze: 'v1' | 'v2';
}

/** A wallet's signature over a text (`stx_signMessage`). */
export interface SignedText {
  readonly network: Network;
  readonly message: string;
  /** R, S, V in hex. */
  readonly signature: string;
  /** Hex, compressed or not. */
  readonly publicKey: string;
}

/** The address of the key that signed, or undefined without one; a promise of it if the check takes place elsewhere, as in a thread. */
export type Signer = Address | undefined | Promise<Address | undefined>;

/** Offline signature checks. A signature that is malformed, high-s or does not verify has no signer. */
export interface SignatureVerifier {
  /** The address that signed this order; undefined for an invalid signature. A signature of other data recovers a different address. */
  orderSigner(order: SignedOrder, signature: OrderSignature): Signer;
  /** The address of `publicKey` if its key signed the message, otherwise undefined. */
  textSigner(text: SignedText): Signer;
  /** The address whose key signed the message. A signature of another message recovers a different address. */
  recoverTextSigner(text: Omit<SignedText, 'publicKey'>): Signer;
}
