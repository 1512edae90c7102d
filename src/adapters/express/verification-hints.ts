import type { TextMismatch } from '../../application/authorization/explain-text-signature.js';
import type { OrderMismatch, SignatureNotVerified } from '../../application/orders/explain-signature.js';

const OF_THE_DOMAIN: ReadonlySet<string> = new Set<OrderMismatch['field']>(['chain-id', 'version']);

/** What of an order was signed otherwise than it was sent. */
export function orderSignatureHint({ mismatch, signer }: SignatureNotVerified): string {
  if (mismatch === undefined) {
    const by =
      signer === undefined
        ? 'It is malformed, or its S is high'
        : `Over these fields it is that of ${signer}`;
    return `${by}. Compare the domain (name, version, chain-id), contract, amount, target and uuid with what was signed.`;
  }
  const { field, signed } = mismatch;
  if (field === 'owner') return `The signature is that of ${signed}: owner names another address.`;
  if (field === 'signature') return `The signature is the owner’s, written as ${signed}.`;
  const where = OF_THE_DOMAIN.has(field) ? `the ${field} of the domain` : field;
  return `The owner signed ${where} ${signed}: sign the order as it is sent, or send it as it was signed.`;
}

/** What of a signed text is not as it was sent. */
export function textSignatureHint(mismatch: TextMismatch | undefined): string {
  switch (mismatch?.field) {
    case undefined:
      return 'The signature is not over this text: wallets sign the exact bytes, with the prefix of stx_signMessage.';
    case 'publicKey':
      return 'The signature is the wallet’s over this text; x-public-key is another key.';
    case 'message':
      return `The wallet signed another text: ${mismatch.signed}.`;
    case 'signature':
      return `The signature is the wallet’s, written as ${mismatch.signed}.`;
  }
}
