import { contractParts, parseContractId, STX, type ContractId } from '../../domain/shared/contract-id.js';
import type { Address } from '../../domain/shared/address.js';
import { err, type Invalid, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
import {
  explainTextSignature,
  type InvalidSignature,
  type OtherText,
} from '../authorization/explain-text-signature.js';
import type { CoreSettings } from '../settings.js';

/** Maximum difference between a signature's timestamp and the server's clock, in either direction. */
export const SIGNATURE_TOLERANCE_MS = 5 * 60 * 1000;

/** The signed part of a request to save a record. Empty text counts as absent. */
export interface DeployerProof {
  readonly contractId: string;
  /** R, S, V in hex. */
  readonly signature?: string | undefined;
  /** Public key in hex, compressed or not. */
  readonly publicKey?: string | undefined;
  /** Unix milliseconds in digits, as signed. */
  readonly timestamp?: string | undefined;
  /** SHA-256 of the received body, in hex. */
  readonly bodyHash: string;
  /** The hash according to the signer, spelled as in the signed text. */
  readonly signedBodyHash?: string | undefined;
}

/** Reason why a signature does not prove the token's deployer. */
export type ProveDeployerError =
  | Invalid<'invalid-contract-id'>
  | { readonly kind: 'missing-signature' | 'missing-timestamp' | 'invalid-timestamp' | 'message-expired' }
  | InvalidSignature
  | { readonly kind: 'body-hash-required' | 'body-hash-mismatch' }
  | SignerNotDeployer;

/** Error of a signer that is not the wallet that deployed the contract. */
interface SignerNotDeployer {
  readonly kind: 'signer-not-deployer';
  readonly signer: Address;
  readonly deployer: Address;
}

/**
 * Verifies that the contract's deployer signed the save, and returns the contract id. Reports the first failed check, in
 * the order of `ProveDeployerError`.
 *
 * The signed text is the JSON `{"message":<contract id>,"timestamp":<ms>}`, or the same with a third key `bodyHash`;
 * without `signedBodyHash`, both forms are tried.
 */
export async function proveDeployer(
  { clock, hasher, registry, signatures }: Pick<Ports, 'clock' | 'hasher' | 'registry' | 'signatures'>,
  { contractId: raw, signature, publicKey, timestamp, bodyHash, signedBodyHash }: DeployerProof,
  { requireBodyHash }: Pick<CoreSettings, 'requireBodyHash'>,
): Promise<Result<ContractId, ProveDeployerError>> {
  const { network } = registry.current();
  const id = parseContractId(raw, network, hasher.sha256);
  if (!id.ok) return id;
  if (id.value === STX) return err({ kind: 'invalid-contract-id', reason: 'must be a contract' });
  if (!signature || !publicKey) return err({ kind: 'missing-signature' });
  if (!timestamp) return err({ kind: 'missing-timestamp' });
  if (!/^\d+$/.test(timestamp)) return err({ kind: 'invalid-timestamp' });
  const signedAt = Number(timestamp);
  if (Math.abs(clock.now().getTime() - signedAt) > SIGNATURE_TOLERANCE_MS) {
    return err({ kind: 'message-expired' });
  }
  const signerOf = (extra: { readonly bodyHash?: string }) =>
    signatures.textSigner({
      network,
      message: JSON.stringify({ message: id.value, timestamp: signedAt, ...extra }),
      signature,
      publicKey,
    });
  const withHash = await signerOf({ bodyHash: signedBodyHash || bodyHash });
  const signer = withHash ?? (signedBodyHash ? undefined : await signerOf({}));
  const deployer = contractParts(id.value).address;
  if (signer === undefined) {
    const message = JSON.stringify({ message: id.value, timestamp: signedAt });
    const others = otherTexts(id.value, timestamp);
    return err(await explainTextSignature({ network, message, signature }, deployer, others, signatures));
  }
  if (withHash === undefined && requireBodyHash) return err({ kind: 'body-hash-required' });
  if (signer !== deployer) return err({ kind: 'signer-not-deployer', signer, deployer });
  if (signedBodyHash && signedBodyHash.toLowerCase() !== bodyHash.toLowerCase()) {
    return err({ kind: 'body-hash-mismatch' });
  }
  return id;
}

/** Texts that deployers sign by mistake. */
const otherTexts = (id: ContractId, timestamp: string): readonly OtherText[] => [
  { message: id, signed: 'the contract id alone' },
  {
    message: JSON.stringify({ timestamp: Number(timestamp), message: id }),
    signed: 'timestamp before message',
  },
  { message: JSON.stringify({ message: id, timestamp }), signed: 'the timestamp as text' },
  {
    message: JSON.stringify({ message: id, timestamp: Number(timestamp) }, null, 2),
    signed: 'the same JSON, indented by two',
  },
];
