import { createHash } from 'node:crypto';
import {
  Cl,
  privateKeyToAddress,
  privateKeyToPublic,
  signMessageHashRsv,
  signStructuredData,
} from '@stacks/transactions';
import type { Address } from '../../src/domain/shared/address.js';
import { NETWORK_FACTS, type Network } from '../../src/domain/shared/network.js';
import type { SignedOrder } from '../../src/ports/index.js';

/** A wallet with a fixed key that holds nothing anywhere. */
export interface TestWallet {
  readonly privateKey: string;
  readonly publicKey: string;
  /** On testnet and devnet. */
  readonly address: Address;
  readonly mainnetAddress: Address;
}

const walletOf = (privateKey: string): TestWallet => ({
  privateKey,
  publicKey: privateKeyToPublic(privateKey) as string,
  address: privateKeyToAddress(privateKey, 'testnet') as Address,
  mainnetAddress: privateKeyToAddress(privateKey, 'mainnet') as Address,
});

export const A_WALLET = walletOf('7287ba251d44a4d3fd9276c88ce34c5c52a038955511cccaf77e61068649c17801');
export const ANOTHER_WALLET = walletOf(
  '3333333333333333333333333333333333333333333333333333333333333333' + '01',
);

export const addressOn = (network: Network, wallet: TestWallet = A_WALLET): Address =>
  network === 'mainnet' ? wallet.mainnetAddress : wallet.address;

/** Signs an order as a wallet does (SIP-018): R, S, V in 130 hex characters. */
export function signOrder(order: SignedOrder, { privateKey }: TestWallet = A_WALLET): string {
  const domain = Cl.tuple({
    name: Cl.stringAscii('BLAZE_PROTOCOL'),
    version: Cl.stringAscii(`${order.blaze}.0`),
    'chain-id': Cl.uint(NETWORK_FACTS[order.network].chainId),
  });
  const message = Cl.tuple({
    contract: Cl.principal(order.inputToken),
    intent: Cl.stringAscii('TRANSFER_TOKENS'),
    opcode: Cl.none(),
    amount: Cl.some(Cl.uint(order.amountIn)),
    target: Cl.some(Cl.principal(order.router)),
    uuid: Cl.stringAscii(order.uuid),
  });
  return signStructuredData({ domain, message, privateKey });
}

const PREFIX = '\x17Stacks Signed Message:\n';

/** Signs a text as `stx_signMessage` does: R, S, V in 130 hex characters. */
export function signText(message: string, { privateKey }: TestWallet = A_WALLET): string {
  const text = Buffer.from(message, 'utf8');
  const length =
    text.length < 0xfd ? Buffer.of(text.length) : Buffer.of(0xfd, text.length & 0xff, text.length >> 8);
  const messageHash = createHash('sha256')
    .update(Buffer.concat([Buffer.from(PREFIX, 'latin1'), length, text]))
    .digest('hex');
  return signMessageHashRsv({ messageHash, privateKey });
}

/** The headers with which a wallet asks for something: the message's fields, signed. */
export function walletHeaders(
  fields: Readonly<Record<string, unknown>>,
  wallet: TestWallet = A_WALLET,
): Record<'x-message' | 'x-signature' | 'x-public-key' | 'x-wallet-address', string> {
  const message = JSON.stringify(fields);
  return {
    'x-message': message,
    'x-signature': signText(message, wallet),
    'x-public-key': wallet.publicKey,
    'x-wallet-address': wallet.address,
  };
}
