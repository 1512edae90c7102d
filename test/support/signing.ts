import { privateKeyToAddress, privateKeyToPublic } from '@stacks/transactions';
import * as sign from '../../src/adapters/stacks/signatures/wallet.js';
import type { Address } from '../../src/domain/shared/address.js';
import type { Network } from '../../src/domain/shared/network.js';
import type { SignedOrder } from '../../src/ports/index.js';

/** A wallet with a fixed key and no funds on any network. */
export interface TestWallet {
  readonly privateKey: string;
  readonly publicKey: string;
  /** Address on testnet and devnet. */
  readonly address: Address;
  readonly mainnetAddress: Address;
}

export const walletOf = (privateKey: string): TestWallet => ({
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

/** Signs an order as a wallet does (SIP-018). Returns R, S and V as 130 hex characters. */
export const signOrder = (order: SignedOrder, { privateKey }: TestWallet = A_WALLET): string =>
  sign.orderSignature(order, privateKey);

/** Signs a text as `stx_signMessage` does. Returns R, S and V as 130 hex characters. */
export const signText = (message: string, { privateKey }: TestWallet = A_WALLET): string =>
  sign.signText(message, privateKey);

/** Signs an order's terms. Returns the `termsSignature` for this body. */
export const signTerms = (
  order: Readonly<Record<string, unknown>>,
  { privateKey }: TestWallet = A_WALLET,
): string => sign.signTerms(order, privateKey);

/** Signs the terms of several orders at once. Returns the bodies with what that adds to each. */
export const withPlanTerms = <T extends Readonly<Record<string, unknown>>>(
  orders: readonly T[],
  { privateKey }: TestWallet = A_WALLET,
): readonly (T & sign.SignedPlanTerms)[] => {
  const added = sign.signPlanTerms(orders, privateKey);
  return orders.map((order, n) => ({ ...order, ...added[n]! }));
};

/** The origin of the servers that tests run in memory. */
export const TEST_ORIGIN = 'https://sluice.test';

/** The headers of a wallet-signed request: the message's fields and its signature. */
export const walletHeaders = (
  fields: Parameters<typeof sign.signRequest>[0],
  { privateKey }: TestWallet = A_WALLET,
): sign.WalletHeaders => sign.signRequest(fields, { privateKey, network: 'devnet', audience: TEST_ORIGIN });
