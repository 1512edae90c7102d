import {
  readSignedMessage,
  TIMESTAMP_TOLERANCE_MS,
  type MessageDemand,
  type SignedRequestError,
} from '../../domain/wallet/signed-message.js';
import { parseAddress, type Address } from '../../domain/shared/address.js';
import { toHex } from '../../domain/shared/hex.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
import type { CoreSettings } from '../settings.js';
import { explainTextSignature, otherSpellings, type InvalidSignature } from './explain-text-signature.js';

/** A message that a wallet signed to authorise one request. */
export interface WalletProof {
  readonly by: 'wallet';
  readonly message: string;
  readonly signature: string;
  readonly publicKey: string;
  readonly walletAddress: string;
}

/** Reason why a signed message does not prove a wallet. */
export type ProveWalletError =
  | { readonly kind: 'invalid-wallet-address'; readonly reason: string }
  | InvalidSignature
  | SignerNotWallet
  | SignedRequestError
  | { readonly kind: 'signature-already-used' };

/** Error of a message that was signed by a wallet other than the one for which it is sent. */
interface SignerNotWallet {
  readonly kind: 'signer-not-wallet';
  readonly signer: Address;
}

/** Required content of the signed message, and whether the message may be reused. */
export interface Demand<T> extends MessageDemand<T> {
  readonly use: 'once' | 'while-recent';
  /** Whether to find out what a bad signature was made for, at the cost of checking eight signatures; true if absent. */
  readonly explain?: boolean | undefined;
}

/** Settings for what a signed message may say about its intended server. */
export type AudienceSettings = Pick<CoreSettings, 'origins' | 'requireAudience'>;

export type WalletPorts = Pick<Ports, 'clock' | 'hasher' | 'registry' | 'signatures' | 'signedMessages'>;

/**
 * Verifies that the wallet signed this request. Reports the first failed check, in this order: the wallet's address, the
 * signature, its signer, the message's content, the server for which it is meant, its age, and whether it was used before.
 */
export const makeProveWallet =
  (
    { clock, hasher, registry, signatures, signedMessages }: WalletPorts,
    { origins, requireAudience }: AudienceSettings,
  ) =>
  async <T>(
    { message, signature, publicKey, walletAddress }: WalletProof,
    demand: Demand<T>,
  ): Promise<Result<{ readonly wallet: Address; readonly content: T }, ProveWalletError>> => {
    const { network } = registry.current();
    const wallet = parseAddress(walletAddress, network, hasher.sha256);
    if (!wallet.ok) return err({ kind: 'invalid-wallet-address', reason: wallet.error.reason });
    const signer = await signatures.textSigner({ network, message, signature, publicKey });
    if (signer === undefined) {
      if (demand.explain === false) return err({ kind: 'invalid-signature' });
      const text = { network, message, signature };
      return err(await explainTextSignature(text, wallet.value, otherSpellings(message), signatures));
    }
    if (signer !== wallet.value) return err({ kind: 'signer-not-wallet', signer });
    const audience = { network, origins: origins(), isRequired: requireAudience };
    const signed = readSignedMessage(message, demand, { audience, now: clock.now() });
    if (!signed.ok) return signed;
    const { content, timestamp } = signed.value;
    if (demand.use === 'while-recent') return ok({ wallet: wallet.value, content });

    // The message, rather than its signature, is what may be used only once: a signature has several valid encodings.
    const expiresAt = new Date(timestamp + TIMESTAMP_TOLERANCE_MS);
    const hash = toHex(hasher.sha256(new TextEncoder().encode(`${wallet.value}\n${message}`)));
    const first = await signedMessages.insert(hash, expiresAt);
    return first.ok ? ok({ wallet: wallet.value, content }) : err({ kind: 'signature-already-used' });
  };
