import { randomBytes, randomUUID } from 'node:crypto';
import { getAddressFromPrivateKey } from '@stacks/transactions';
import {
  orderSignature,
  signRequest,
  type WalletHeaders,
} from '../../src/adapters/stacks/signatures/wallet.js';

/** What `GET /devnet` tells, as far as an attack needs it. */
export interface Market {
  readonly accounts: readonly Wallet[];
  readonly tokens: readonly {
    readonly contractId: string;
    readonly type?: string;
    readonly blaze?: 'v1' | 'v2';
  }[];
  readonly routers: readonly { readonly id: string; readonly payout: string }[];
}

export interface Wallet {
  readonly address: string;
  readonly privateKey: string;
}

/** Costs nothing, as for any stranger. */
export function newWallet(): Wallet {
  const privateKey = `${randomBytes(32).toString('hex')}01`;
  return { privateKey, address: getAddressFromPrivateKey(privateKey, 'devnet') };
}

const AMOUNT = 1_000n;

/** The body of an order of the first subnet token. */
export function orderBody(market: Market, wallet: Wallet, fields: object = {}) {
  const input = market.tokens.find(({ type }) => type === 'SUBNET');
  const output = market.tokens.find(({ type }) => type !== 'SUBNET');
  const router = market.routers.find(({ payout }) => payout === 'signer');
  if (!input || !output || !router) throw new Error('the devnet has no subnet token, other token or router');
  const uuid: string = randomUUID();
  const covered = { uuid, inputToken: input.contractId, router: router.id };
  const toSign = { ...covered, network: 'devnet', blaze: input.blaze ?? 'v1', amountIn: AMOUNT } as const;
  return {
    ...covered,
    owner: wallet.address,
    recipient: wallet.address,
    outputToken: output.contractId,
    amountIn: AMOUNT.toString(),
    signature: orderSignature(toSign, wallet.privateKey),
    ...fields,
  };
}

/** Fields of an order that is due as soon as the executor sees it. */
export const DUE = { conditionToken: '*', targetPrice: '0', direction: 'gt' };

/** Headers of a request that the wallet signs now. */
export const signed = (
  url: string,
  { privateKey }: Wallet,
  fields: Readonly<Record<string, string | readonly string[]>>,
): WalletHeaders =>
  signRequest(
    { ...fields, nonce: randomUUID(), timestamp: Date.now() },
    { privateKey, network: 'devnet', audience: new URL(url).origin },
  );

/** A request that creates an API key, in the wallet's name. */
export function keyRequest(url: string, wallet: Wallet, keyName: string) {
  const {
    'x-message': message,
    'x-wallet-address': walletAddress,
    ...headers
  } = signed(url, wallet, {
    action: 'create_api_key',
    keyName,
    permissions: ['execute', 'cancel'],
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  });
  return { headers, json: { message, walletAddress } };
}
