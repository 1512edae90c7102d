import type { JsonObject } from '../../domain/shared/json.js';
import type { Network } from '../../domain/shared/network.js';
import { SigningError } from './errors.js';
import { newUuid } from './new-uuid.js';
import type { Signer } from './signer.js';
import { timeBy } from './time.js';

/** The headers by which a wallet proves that it sends a request. */
export type WalletHeaders = Record<'x-message' | 'x-signature' | 'x-public-key' | 'x-wallet-address', string>;

/** A value of a message's field; undefined leaves the field out. */
export type MessageValue = string | number | boolean | readonly string[] | JsonObject | undefined;

/** Fields required by the server's actions, besides `action`. Other actions accept any fields. */
export interface MessageFields {
  /** `uuid` names the order as the path does: by a uuid, a handle, or `client:` followed by its clientOrderId. */
  readonly execute_order: { readonly uuid: string };
  readonly cancel_order: { readonly uuid: string };
  /** The same fields as in the body; without any, all open orders are cancelled. */
  readonly cancel_orders: { readonly [F in 'strategyId' | 'inputToken' | 'outputToken' | 'pair']?: string };
  /** The same as in the body; 0 disarms the timer. */
  readonly cancel_after: { readonly seconds: number };
  readonly read_cancel_after: object;
  readonly disarm_cancel_after: object;
  /** `*` for all orders of the wallet. */
  readonly read_orders: { readonly uuid: string };
  readonly create_api_key: {
    readonly keyName: string;
    readonly permissions: readonly string[];
    /** pairs, plans, dailyAmounts and addresses, each a list. */
    readonly limits?: JsonObject;
    /** Time at which the key expires, ISO 8601. */
    readonly expiresAt?: string;
  };
  readonly list_api_keys: object;
  readonly get_api_key_stats: { readonly keyId: string };
  readonly delete_api_key: { readonly keyId: string };
  readonly create_webhook: {
    readonly url: string;
    /** Types of the events to send, such as `order.confirmed`; all when absent. */
    readonly eventTypes?: readonly string[];
    readonly strategyId?: string;
  };
  readonly list_webhooks: object;
  readonly get_webhook: { readonly webhookId: string };
  readonly update_webhook: {
    readonly webhookId: string;
    readonly url?: string;
    readonly eventTypes?: readonly string[];
  };
  readonly list_webhook_deliveries: { readonly webhookId: string };
  readonly rotate_webhook_secret: { readonly webhookId: string };
  readonly test_webhook: { readonly webhookId: string };
  /** Every dead delivery, or one; or all deliveries since an ISO 8601 time. */
  readonly replay_webhook_deliveries: {
    readonly webhookId: string;
    readonly deliveryId?: string;
    readonly since?: string;
  };
  readonly delete_webhook: { readonly webhookId: string };
  readonly operator_sign_in: object;
}

/** A message of one action: its known fields, or any for an action that {@link MessageFields} does not list. */
export type Message<A extends string> = { readonly action: A } & (A extends keyof MessageFields
  ? MessageFields[A] & Readonly<Record<string, MessageValue>>
  : Readonly<Record<string, MessageValue>>);

/** The only server that should accept a message. */
export interface MessageTarget {
  /** The URL at which the server is called, whose origin is signed: https://swap.example.org. */
  readonly audience: string;
  readonly network: Network;
  /** The current time in Unix milliseconds, within five minutes of the server's. Default `Date.now`. */
  readonly now?: () => number;
}

const SET_HERE = ['timestamp', 'nonce', 'audience', 'network'];

/**
 * Signs a management message: cancel, execute, read, API keys, webhooks, and anything else that a server accepts. It also
 * contains the time, the server, the network and a nonce: the server accepts a message that changes something only once.
 *
 * @returns the headers of the request. For an operation with the message in the body, see {@link messageInBody}.
 * @throws SigningError with code `invalid-message`, and those of the signer.
 * @example
 * const headers = await signMessage(
 *   signer,
 *   { action: 'cancel_order', uuid },
 *   { audience: 'https://swap.example.org', network: 'mainnet' },
 * );
 * await fetch(`https://swap.example.org/swap/api/v1/orders/${uuid}/cancel`, { method: 'PATCH', headers });
 */
export async function signMessage<A extends string>(
  signer: Signer,
  message: Message<A>,
  { audience, network, now = Date.now }: MessageTarget,
): Promise<WalletHeaders> {
  const text = messageText(message, { audience: originOf(audience), network, timestamp: timeBy(now) });
  return {
    'x-message': text,
    'x-signature': await signer.signText(text),
    'x-public-key': signer.publicKey,
    'x-wallet-address': signer.address,
  };
}

function messageText(fields: Readonly<Record<string, MessageValue>>, added: object): string {
  for (const [name, value] of Object.entries(fields)) {
    if (SET_HERE.includes(name)) throw invalid(`${name} is set by signMessage`);
    if (typeof value === 'number' && !Number.isSafeInteger(value))
      throw invalid(`${name} must be a whole number`);
  }
  return JSON.stringify({ ...added, nonce: newUuid(), ...fields });
}

function originOf(audience: string): string {
  const url = URL.canParse(audience) ? new URL(audience) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw invalid(`audience must be the server's address, such as https://swap.example.org`);
  return url.origin;
}

const invalid = (message: string) => new SigningError(message, 'invalid-message');

/** A signed message whose text and address are sent in the body. */
export interface BodyMessage {
  readonly headers: Record<'x-signature' | 'x-public-key' | 'content-type', string>;
  /** JSON. */
  readonly body: string;
}

/**
 * A signed message for operations that take text and address in the body, such as creating and revoking API keys.
 *
 * @param further the other fields that the operation requires.
 * @example
 * const { headers, body } = messageInBody(await signMessage(signer, createKey, target));
 * await fetch(`${server}/swap/api/v1/api-keys`, { method: 'POST', headers, body });
 */
export const messageInBody = (
  { 'x-message': message, 'x-wallet-address': walletAddress, ...signature }: WalletHeaders,
  further: Readonly<Record<string, unknown>> = {},
): BodyMessage => ({
  headers: { ...signature, 'content-type': 'application/json' },
  body: JSON.stringify({ ...further, message, walletAddress }),
});
