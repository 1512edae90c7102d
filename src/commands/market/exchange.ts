import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { DevAccount } from '../../adapters/devnet/index.js';
import { signOrder, signRequest } from '../../adapters/stacks/wallet.js';
import type { Registry, Token } from '../../domain/market/registry.js';
import { Refused, request } from '../request.js';

// What a wallet does on a devnet server: calls its public interface and signs orders with a demo wallet's key.

/** A token that a signed order can spend: it has a version of the intent verifier. */
export type SpendableToken = Token & Required<Pick<Token, 'blaze'>>;

export interface DevnetAccount extends DevAccount {
  /** Smallest units by contract id. */
  readonly balances: Readonly<Record<string, string>>;
}

export interface Devnet extends Pick<Registry, 'network' | 'tokens' | 'routers'> {
  readonly accounts: readonly DevnetAccount[];
}

/** Sells an amount, in smallest units, of a subnet token for another token. */
export interface Swap {
  readonly sell: SpendableToken;
  readonly buy: Token;
  readonly amount: bigint;
  /** A fraction, in place of the server's own. */
  readonly slippage?: string;
}

export interface Order {
  readonly uuid: string;
  readonly status: string;
  readonly executedAmountOut?: string;
  readonly failureReason?: string;
  /** The block of the swap. */
  readonly blockHeight?: number;
}

const SETTLEMENT_LIMIT_MS = 120_000;
const POLL_MS = 200;

/** Signs and places an order; returns its uuid. */
export async function placeOrder(
  url: string,
  { network, routers }: Pick<Devnet, 'network' | 'routers'>,
  account: DevnetAccount,
  { sell, buy, amount, slippage }: Swap,
): Promise<string> {
  const router = routers.find(({ payout }) => payout === 'signer')?.id;
  if (router === undefined) throw new Error('the devnet has no router that pays the signer');
  const uuid = randomUUID();
  const terms = { network, blaze: sell.blaze, inputToken: sell.contractId, router, uuid } as const;
  const order = {
    uuid,
    owner: account.address,
    recipient: account.address,
    inputToken: sell.contractId,
    outputToken: buy.contractId,
    amountIn: amount.toString(),
    ...(slippage !== undefined && { slippage }),
    router,
    signature: signOrder({ ...terms, amountIn: amount }, account.privateKey),
  };
  const headers = { 'content-type': 'application/json' };
  await request(`${url}/swap/api/v1/orders/new`, { method: 'POST', headers, body: JSON.stringify(order) });
  return uuid;
}

/** Requests the order's execution with a signed request; returns the transaction's id. */
export async function executeOrder(
  url: string,
  { network }: Pick<Devnet, 'network'>,
  account: DevnetAccount,
  uuid: string,
): Promise<string> {
  const { now: timestamp } = await request<{ now: number }>(`${url}/time`);
  const { privateKey } = account;
  const signer = { privateKey, network, audience: new URL(url).origin };
  const headers = signRequest({ action: 'execute_order', uuid, timestamp }, signer);
  const path = `/swap/api/v1/orders/${uuid}/execute`;
  const { txid } = await request<{ txid: string }>(`${url}${path}`, { method: 'POST', headers });
  return txid;
}

/**
 * Polls the order until it is confirmed, failed or cancelled; undefined when `stop` was signalled before that.
 *
 * @throws Refused when it takes longer than two minutes.
 */
export async function settledOrder(
  url: string,
  uuid: string,
  stop?: AbortSignal,
): Promise<Order | undefined> {
  const deadline = performance.now() + SETTLEMENT_LIMIT_MS;
  for (;;) {
    const { data } = await request<{ data: Order }>(`${url}/swap/api/v1/orders/${uuid}`);
    if (data.status !== 'open' && data.status !== 'broadcasted') return data;
    if (stop?.aborted === true) return undefined;
    if (performance.now() > deadline)
      throw new Refused(`the order is still ${data.status} after two minutes`);
    await pause(POLL_MS);
  }
}

export const isSpendable = (token: Token): token is SpendableToken => token.blaze !== undefined;
