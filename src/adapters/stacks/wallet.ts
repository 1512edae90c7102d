import {
  Cl,
  encodeStructuredDataBytes,
  getAddressFromPrivateKey,
  privateKeyToPublic,
  signMessageHashRsv,
} from '@stacks/transactions';
import { hashMessage } from '@stacks/encryption';
import { coveredFields } from '../../domain/order/covered-fields.js';
import { termsMessage } from '../../domain/order/signed-terms.js';
import { toHex } from '../../domain/shared/hex.js';
import { NETWORK_FACTS, type Network } from '../../domain/shared/network.js';
import { sha256 } from './hashing.js';

/** The fields that an order's signature covers. Contract ids as text. */
export interface OrderToSign {
  readonly network: Network;
  /** The signature domain of the input token's subnet. */
  readonly blaze: 'v1' | 'v2';
  readonly inputToken: string;
  /** Smallest units of the input token. */
  readonly amountIn: bigint;
  readonly router: string;
  readonly uuid: string;
}

/** The headers by which a wallet proves that it sends a request. */
export type WalletHeaders = Record<'x-message' | 'x-signature' | 'x-public-key' | 'x-wallet-address', string>;

/**
 * Signs an order as a wallet does (SIP-018). Returns R, S, V in 130 hex characters.
 *
 * @example
 * const signature = signOrder(
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
export function signOrder(order: OrderToSign, privateKey: string): string {
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
  const digest = sha256(encodeStructuredDataBytes({ domain, message }));
  return signMessageHashRsv({ messageHash: toHex(digest), privateKey });
}

/**
 * Signs a text as `stx_signMessage` does. Returns R, S, V in 130 hex characters.
 *
 * @example
 * const signature = signText('hello', '1'.repeat(64));
 */
export function signText(message: string, privateKey: string): string {
  return signMessageHashRsv({ messageHash: toHex(hashMessage(message)), privateKey });
}

/**
 * Signs the terms of an order, so that a server can send it on exactly these: the body of `POST /orders/new` without
 * `signature`, `termsSignature` and `metadata`, which are left out here too. Returns the `termsSignature`.
 *
 * @example
 * const order = { uuid, amountIn: '1000000', minAmountOut: '990000' }; // and every other field that is sent
 * const termsSignature = signTerms(order, '1'.repeat(64));
 */
export const signTerms = (order: Readonly<Record<string, unknown>>, privateKey: string): string =>
  signText(termsMessage(coveredFields(order), sha256), privateKey);

/** Who signs a request, and for which server. */
export interface RequestSigner {
  readonly privateKey: string;
  readonly network: Network;
  /** The server's origin, such as https://swap.example.org. No other server accepts the request. */
  readonly audience: string;
}

/**
 * Signs a request's fields, timestamp included, and returns them as the headers of the request. The signed message also
 * names the network and the audience.
 *
 * @example
 * const headers = signRequest(
 *   { action: 'list_api_keys', timestamp: clock.now().getTime() },
 *   { privateKey: '1'.repeat(64), network: 'mainnet', audience: 'https://swap.example.org' },
 * );
 */
export function signRequest(
  fields: Readonly<Record<string, string | number | readonly string[]>>,
  { privateKey, network, audience }: RequestSigner,
): WalletHeaders {
  const message = JSON.stringify({ audience, network, ...fields });
  return {
    'x-message': message,
    'x-signature': signText(message, privateKey),
    'x-public-key': privateKeyToPublic(privateKey) as string,
    'x-wallet-address': getAddressFromPrivateKey(privateKey, network),
  };
}
