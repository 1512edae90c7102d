import { createHash } from 'node:crypto';
import {
  Cl,
  privateKeyToAddress,
  privateKeyToPublic,
  randomPrivateKey,
  signMessageHashRsv,
  signStructuredData,
} from '@stacks/transactions';

export type Chain = 'mainnet' | 'testnet';

/** A wallet as a caller of the exchange holds it, with its private key. */
export interface Wallet {
  readonly privateKey: string;
  readonly publicKey: string;
  readonly address: string;
}

export const walletOf = (privateKey: string, chain: Chain): Wallet => ({
  privateKey,
  publicKey: privateKeyToPublic(privateKey) as string,
  address: privateKeyToAddress(privateKey, chain),
});

/** A new wallet, which holds nothing and is unknown to every server. */
export const newWallet = (chain: Chain): Wallet => walletOf(randomPrivateKey(), chain);

/** Signs a text as `stx_signMessage` does. Returns 130 hex characters. */
export function signText(text: string, { privateKey }: Wallet): string {
  const bytes = Buffer.from(text, 'utf8');
  const message = Buffer.concat([Buffer.from('\x17Stacks Signed Message:\n'), lengthOf(bytes), bytes]);
  const messageHash = createHash('sha256').update(message).digest('hex');
  return signMessageHashRsv({ messageHash, privateKey });
}

/** A Bitcoin varint. */
function lengthOf({ length }: Buffer): Buffer {
  if (length < 0xfd) return Buffer.from([length]);
  const long = Buffer.alloc(3, 0xfd);
  long.writeUInt16LE(length, 1);
  return long;
}

/** Headers of a request that the wallet signs. The message is in a header. */
export function signedHeaders(message: object, wallet: Wallet): Record<string, string> {
  const text = JSON.stringify(message);
  return {
    'x-message': text,
    'x-wallet-address': wallet.address,
    ...signatureHeaders(text, wallet),
  };
}

/** Body and headers of a request that the wallet signs. The message is in the body. */
export function signedBody(message: object, wallet: Wallet) {
  const text = JSON.stringify(message);
  return { json: { message: text, walletAddress: wallet.address }, headers: signatureHeaders(text, wallet) };
}

export const signatureHeaders = (text: string, wallet: Wallet): Record<string, string> => ({
  'x-signature': signText(text, wallet),
  'x-public-key': wallet.publicKey,
});

/** Terms of an order that its signature covers. */
export interface OrderTerms {
  readonly inputToken: string;
  readonly amountIn: string;
  readonly router: string;
  readonly uuid: string;
}

/** Signs an order (SIP-018). `version` is that of the signature domain of the order's subnet token. */
export function signOrder(order: OrderTerms, version: string, chain: Chain, { privateKey }: Wallet): string {
  const domain = Cl.tuple({
    name: Cl.stringAscii('BLAZE_PROTOCOL'),
    version: Cl.stringAscii(version),
    'chain-id': Cl.uint(chain === 'mainnet' ? 1 : 2147483648),
  });
  const message = Cl.tuple({
    contract: Cl.principal(order.inputToken),
    intent: Cl.stringAscii('TRANSFER_TOKENS'),
    opcode: Cl.none(),
    amount: Cl.some(Cl.uint(order.amountIn)),
    target: Cl.some(Cl.principal(order.router)),
    uuid: Cl.stringAscii(order.uuid),
  });
  return signStructuredData({ message, domain, privateKey });
}
