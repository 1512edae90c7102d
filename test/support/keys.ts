import { randomUUID } from 'node:crypto';
import { signRequest } from '../../src/adapters/stacks/signatures/wallet.js';
import type { Exchange } from './exchange.js';
import { ask, type Answer, type Wallet } from './test-chain.js';

/** An API key as it was created. */
export interface IssuedKey {
  readonly apiKey: string;
  readonly keyId: string;
}

/** Makes a request that the wallet signs in the body's message. */
export function manage<T>(
  exchange: Exchange,
  { method, path, ...fields }: Parameters<typeof signRequest>[0] & { method: string; path: string },
  { privateKey }: Wallet,
): Promise<Answer<T>> {
  const audience = new URL(exchange.sluice().swap).origin;
  const message = { ...fields, once: randomUUID(), timestamp: Date.now() };
  const proof = signRequest(message, { privateKey, network: 'devnet', audience });
  const { 'x-message': signed, 'x-wallet-address': walletAddress, ...signature } = proof;
  return ask<T>(`${exchange.sluice().swap}${path}`, {
    method,
    headers: { ...signature, 'content-type': 'application/json' },
    body: JSON.stringify({ message: signed, walletAddress }),
  });
}

/** Creates an API key of the wallet that may execute and cancel orders. */
export async function issueKey(exchange: Exchange, wallet: Wallet): Promise<IssuedKey> {
  const permissions = ['execute', 'cancel'];
  const request = { method: 'POST', path: '/api-keys', action: 'create_api_key', keyName: randomUUID() };
  const { status, body } = await manage<IssuedKey>(exchange, { ...request, permissions }, wallet);
  if (status !== 200) throw new Error(`no key was created: ${status}`);
  return body;
}

export const revokeKey = (exchange: Exchange, { keyId }: IssuedKey, wallet: Wallet) =>
  manage(exchange, { method: 'DELETE', path: `/api-keys/${keyId}`, action: 'delete_api_key', keyId }, wallet);

/** Cancels an order with the key. */
export const cancelWith = (exchange: Exchange, { apiKey }: IssuedKey, uuid: string) =>
  ask(`${exchange.sluice().swap}/orders/${uuid}/cancel`, {
    method: 'PATCH',
    headers: { 'x-api-key': apiKey },
  });
