import {
  readSignedMessage,
  TIMESTAMP_TOLERANCE_MS,
  type ExpectedMessage,
  type SignedFields,
  type SignedRequestError,
} from '../../domain/wallet/signed-message.js';
import { parseAddress, type Address } from '../../domain/shared/address.js';
import { toHex } from '../../domain/shared/hex.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
import type { CoreSettings } from '../settings.js';

/** A message that a wallet signed to authorise one request. */
export interface WalletProof {
  readonly by: 'wallet';
  readonly message: string;
  readonly signature: string;
  readonly publicKey: string;
  readonly walletAddress: string;
}

export type ProveWalletError =
  | { readonly kind: 'invalid-wallet-address' | 'invalid-signature' | 'signer-not-wallet' }
  | SignedRequestError
  | { readonly kind: 'signature-already-used' };

/** What the signed message must state, and whether it may be used again. */
export interface Demand<T> {
  readonly expected: ExpectedMessage;
  /** Reads the rest of the message; undefined when it is invalid. */
  readonly readContent: (fields: SignedFields) => T | undefined;
  readonly use: 'once' | 'while-recent';
}

/** What a signed message may say about the server that it is meant for. */
export type AudienceSettings = Pick<CoreSettings, 'origins' | 'requireAudience'>;

export type WalletPorts = Pick<Ports, 'clock' | 'hasher' | 'registry' | 'signatures' | 'signedMessages'>;

/**
 * Verifies that the wallet signed this request. Reports the first failed check, in this order: the wallet's address, the
 * signature, its signer, the message's content, the server it is meant for, its age, its earlier use.
 */
export const makeProveWallet =
  (
    { clock, hasher, registry, signatures, signedMessages }: WalletPorts,
    { origins, requireAudience }: AudienceSettings,
  ) =>
  async <T>(
    { message, signature, publicKey, walletAddress }: WalletProof,
    { expected, readContent, use }: Demand<T>,
  ): Promise<Result<{ readonly wallet: Address; readonly content: T }, ProveWalletError>> => {
    const { network } = registry.current();
    const wallet = parseAddress(walletAddress, network, hasher.sha256);
    if (!wallet.ok) return err({ kind: 'invalid-wallet-address' });
    const signer = signatures.textSigner({ network, message, signature, publicKey });
    if (signer === undefined) return err({ kind: 'invalid-signature' });
    if (signer !== wallet.value) return err({ kind: 'signer-not-wallet' });
    const audience = { network, origins: origins(), isRequired: requireAudience };
    const signed = readSignedMessage(message, expected, { audience, now: clock.now() }, readContent);
    if (!signed.ok) return signed;
    const { content, timestamp } = signed.value;
    if (use === 'while-recent') return ok({ wallet: wallet.value, content });

    // A signature has several valid encodings, so it is the message that may be used once.
    const expiresAt = new Date(timestamp + TIMESTAMP_TOLERANCE_MS);
    const hash = toHex(hasher.sha256(new TextEncoder().encode(`${wallet.value}\n${message}`)));
    const first = await signedMessages.insert(hash, expiresAt);
    return first.ok ? ok({ wallet: wallet.value, content }) : err({ kind: 'signature-already-used' });
  };
