import { toHex } from '../../domain/shared/hex.js';
import { SigningError } from './errors.js';
import { sha256, utf8 } from './hashing.js';
import type { Signer } from './signer.js';
import { timeBy } from './time.js';

/** The request that saves a token's metadata: `POST /metadata/api/v1/metadata/{contractId}`. */
export interface SignedMetadata {
  readonly headers: Record<
    'content-type' | 'x-signature' | 'x-public-key' | 'x-timestamp' | 'x-body-hash',
    string
  >;
  /** The signed JSON, to be sent byte for byte. */
  readonly body: string;
}

/**
 * Signs the metadata of a token, as its deployer: the contract, the time and the hash of the body.
 *
 * @param record the fields to save; others keep their stored values.
 * @throws SigningError with code `other-signer` when the signer did not deploy the contract, and those of the signer.
 * @example
 * const { headers, body } = await signMetadata(signer, contractId, { name: 'Example Token' });
 * await fetch(`${server}/metadata/api/v1/metadata/${contractId}`, { method: 'POST', headers, body });
 */
export async function signMetadata(
  signer: Signer,
  contractId: string,
  record: Readonly<Record<string, unknown>>,
  { now = Date.now }: { readonly now?: () => number } = {},
): Promise<SignedMetadata> {
  if (contractId.split('.')[0] !== signer.address)
    throw new SigningError(`${signer.address} did not deploy ${contractId}`, 'other-signer');
  const timestamp = timeBy(now);
  const body = JSON.stringify(record);
  const bodyHash = toHex(sha256(utf8(body)));
  return {
    headers: {
      'content-type': 'application/json',
      'x-signature': await signer.signText(JSON.stringify({ message: contractId, timestamp, bodyHash })),
      'x-public-key': signer.publicKey,
      'x-timestamp': String(timestamp),
      'x-body-hash': bodyHash,
    },
    body,
  };
}
