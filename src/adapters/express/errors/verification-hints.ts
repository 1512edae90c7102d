import type { InvalidSignature } from '../../../application/authorization/explain-text-signature.js';
import type { OrderMismatch, SignatureNotVerified } from '../../../application/orders/explain-signature.js';

const OF_THE_DOMAIN: ReadonlySet<string> = new Set<OrderMismatch['field']>(['chain-id', 'version']);

/** Hint on how the order differs from what was signed. */
export function orderSignatureHint({ mismatch, signer }: SignatureNotVerified): string {
  if (mismatch === undefined) {
    if (signer === undefined)
      return 'The signature is malformed, its S is high, or other fields were signed. Compare the domain (name, version, chain-id), contract, amount, target and uuid.';
    return `Over these fields the signature is that of ${signer}. If that is a wallet of yours, its key signed, and owner must name it. If you do not know it, other fields were signed: compare the domain (name, version, chain-id), contract, amount, target and uuid.`;
  }
  const { field, signed } = mismatch;
  if (field === 'owner') return `The signature is that of ${signed}: owner names another address.`;
  if (field === 'signature') return `The signature is the owner’s, written as ${signed}.`;
  const where = OF_THE_DOMAIN.has(field) ? `the ${field} of the domain` : field;
  return `The owner signed ${where} ${signed}: sign the order as it is sent, or send it as it was signed.`;
}

/** Hint on how the text differs from what was signed. */
export function textSignatureHint({ mismatch, signer }: InvalidSignature): string {
  switch (mismatch?.field) {
    case undefined:
      return `${signer === undefined ? 'The signature is malformed' : `Over this text the signature is that of ${signer}: if you do not know that address, another text was signed`}. Wallets sign the exact bytes, with the prefix of stx_signMessage.`;
    case 'publicKey':
      return 'The signature is the wallet’s over this text; x-public-key is another key.';
    case 'message':
      return `The wallet signed another text: ${mismatch.signed}.`;
    case 'signature':
      return `The signature is the wallet’s, written as ${mismatch.signed}.`;
  }
}
