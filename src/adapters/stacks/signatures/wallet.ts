import { coveredFields } from '../../../domain/order/terms/covered-fields.js';
import { planTerms, termsMessage } from '../../../domain/order/terms/signed-terms.js';
import { toHex } from '../../../domain/shared/hex.js';
import type { Network } from '../../../domain/shared/network.js';
import { structuredDigest, textDigest } from '../../../sdk/signing/digest.js';
import { addressOf, parsePrivateKey, publicKeyOf, signDigest } from '../../../sdk/signing/key.js';
import type { WalletHeaders } from '../../../sdk/signing/messages.js';
import { orderData, type OrderToSign } from '../../../sdk/signing/order-data.js';
import { sha256 } from './hashing.js';

export type { OrderToSign, WalletHeaders };

/**
 * Signs an order as a wallet does (SIP-018). Returns R, S, V in 130 hex characters.
 *
 * @example
 * const signature = orderSignature(
 *   {
 *     network: 'mainnet',
 *     blaze: 'v1',
 *     inputToken: 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS.charisma-token-subnet-v1',
 *     amountIn: 1_000_000n,
 *     router: 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS.x-multihop-v2',
 *     uuid: 'c2b8f3ac-5d4e-4d6a-9f0e-0f3f1f6f7a11',
 *   },
 *   '1'.repeat(64),
 * );
 */
export const orderSignature = (order: OrderToSign, privateKey: string): string =>
  signDigest(structuredDigest(orderData(order)), parsePrivateKey(privateKey));

/**
 * Signs a text as `stx_signMessage` does. Returns R, S, V in 130 hex characters.
 *
 * @example
 * const signature = signText('hello', '1'.repeat(64));
 */
export const signText = (message: string, privateKey: string): string =>
  signDigest(textDigest(message), parsePrivateKey(privateKey));

/**
 * Signs the terms of an order, so that a server can send it only on exactly these terms. They are the body of `POST /orders/new`
 * without `signature`, `termsSignature`, `termsPath` and `metadata`, which need not be removed from `order`. Returns the `termsSignature`.
 *
 * @example
 * const order = { uuid, amountIn: '1000000', minAmountOut: '990000' }; // and every other field that is sent
 * const termsSignature = signTerms(order, '1'.repeat(64));
 */
export const signTerms = (order: Readonly<Record<string, unknown>>, privateKey: string): string =>
  signText(termsMessage(coveredFields(order), sha256), privateKey);

/** Fields that one signature over the terms of a plan adds to each of its orders. */
export interface SignedPlanTerms {
  readonly termsSignature: string;
  readonly termsPath: readonly string[];
}

/**
 * Signs the terms of all orders of a plan, two or more, at once. Returns what to add to each, in order.
 *
 * @example
 * const orders = [1, 2].map((part) => ({ uuid, amountIn: '1000000', strategyPosition: part })); // and every other field
 * const added = signPlanTerms(orders, '1'.repeat(64));
 * const bodies = orders.map((order, n) => ({ ...order, ...added[n] }));
 */
export function signPlanTerms(
  orders: readonly Readonly<Record<string, unknown>>[],
  privateKey: string,
): readonly SignedPlanTerms[] {
  const { message, paths } = planTerms(orders.map(coveredFields), sha256);
  const termsSignature = signText(message, privateKey);
  return paths.map((termsPath) => ({ termsSignature, termsPath }));
}

/** Signer of a request, and its intended server. */
export interface RequestSigner {
  readonly privateKey: string;
  readonly network: Network;
  /** The server's origin, such as https://swap.example.org. No other server accepts the request. */
  readonly audience: string;
}

/**
 * Signs a request's fields, including a timestamp, and returns them as the headers of the request. The signed message also names
 * the network and the audience.
 *
 * @example
 * const headers = signRequest(
 *   { action: 'list_api_keys', timestamp: clock.now().getTime() },
 *   { privateKey: '1'.repeat(64), network: 'mainnet', audience: 'https://swap.example.org' },
 * );
 */
export function signRequest(
  fields: Readonly<Record<string, string | number | object>>,
  { privateKey, network, audience }: RequestSigner,
): WalletHeaders {
  const message = JSON.stringify({ audience, network, ...fields });
  const publicKey = publicKeyOf(parsePrivateKey(privateKey));
  return {
    'x-message': message,
    'x-signature': signText(message, privateKey),
    'x-public-key': toHex(publicKey),
    'x-wallet-address': addressOf(publicKey, network),
  };
}
