import {
  readSignedMessage,
  TIMESTAMP_TOLERANCE_MS,
  type SignedRequestError,
} from '../../domain/api-key/signed-request.js';
import type { Order } from '../../domain/order/order.js';
import { parseAddress } from '../../domain/shared/address.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';

/** A message that the owner's wallet signed for one request. */
export interface WalletProof {
  readonly by: 'wallet';
  readonly message: string;
  readonly signature: string;
  readonly publicKey: string;
  readonly walletAddress: string;
}

/** Who asks. `host`: the embedding program itself vouches for the request. */
export type Authorization = WalletProof | { readonly by: 'host' };

export type AuthorizeOwnerError =
  | { readonly kind: 'invalid-wallet-address' }
  | { readonly kind: 'invalid-signature' }
  | { readonly kind: 'signer-not-wallet' }
  | SignedRequestError
  | { readonly kind: 'signature-already-used' }
  | { readonly kind: 'not-order-owner' };

export type AuthorizeOwner = (
  authorization: Authorization,
  request: { readonly action: 'execute_order' | 'cancel_order'; readonly ref: string },
  order: Order,
) => Promise<Result<void, AuthorizeOwnerError>>;

/** Checks that the order's owner asks for this very request, and that the signed message is used once. */
export const makeAuthorizeOwner = ({
  clock,
  hasher,
  registry,
  signatures,
  signedMessages,
}: Pick<Ports, 'clock' | 'hasher' | 'registry' | 'signatures' | 'signedMessages'>): AuthorizeOwner => {
  return async (authorization, { action, ref }, order) => {
    if (authorization.by === 'host') return ok();
    const { network } = registry.current();
    const { message, signature, publicKey } = authorization;
    const wallet = parseAddress(authorization.walletAddress, network, (bytes) => hasher.sha256(bytes));
    if (!wallet.ok) return err({ kind: 'invalid-wallet-address' });
    const signer = signatures.textSigner({ network, message, signature, publicKey });
    if (signer === undefined) return err({ kind: 'invalid-signature' });
    if (signer !== wallet.value) return err({ kind: 'signer-not-wallet' });
    const signed = readSignedMessage(message, { action, uuid: ref }, clock.now());
    if (!signed.ok) return signed;

    // A signature has several valid encodings, so the message is what may be used once.
    const expiresAt = new Date(signed.value.timestamp + TIMESTAMP_TOLERANCE_MS);
    const used = await signedMessages.insert(messageKey(wallet.value, message, hasher), expiresAt);
    if (!used.ok) return err({ kind: 'signature-already-used' });
    return order.terms.owner === wallet.value ? ok() : err({ kind: 'not-order-owner' });
  };
};

function messageKey(wallet: string, message: string, hasher: Ports['hasher']): string {
  const hash = hasher.sha256(new TextEncoder().encode(`${wallet}\n${message}`));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
