import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { signOrder, signRequest } from '../../adapters/stacks/wallet.js';

export interface DevnetToken {
  readonly contractId: string;
  readonly symbol: string;
  readonly type?: string;
  readonly blaze?: 'v1' | 'v2';
}

export interface DevnetAccount {
  readonly address: string;
  readonly privateKey: string;
  readonly balances: Readonly<Record<string, string>>;
}

export interface Devnet {
  readonly accounts: readonly DevnetAccount[];
  readonly tokens: readonly DevnetToken[];
  readonly routers: readonly { readonly id: string; readonly payout: string }[];
}

/** A swap to make: smallest units of a subnet token for another token. */
export interface Swap {
  readonly sell: DevnetToken & { readonly blaze: 'v1' | 'v2' };
  readonly buy: string;
  readonly amount: bigint;
}

interface Order {
  readonly status: string;
  readonly executedAmountOut?: string;
  readonly failureReason?: string;
}

/** A request that was answered, and not as wished. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

const REQUEST_LIMIT_MS = 60_000;
const SETTLEMENT_LIMIT_MS = 120_000;
const POLL_MS = 500;

/** Asks for JSON. @throws Refused for any status but success; other errors where nobody answers. */
export async function ask<T>(url: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(REQUEST_LIMIT_MS) });
  const body = (await answer.json()) as T & { readonly error?: string };
  if (!answer.ok) throw new Refused(`${answer.status} ${body.error ?? ''}`);
  return body;
}

/**
 * Signs, places and executes an order; answers the units that it brought, or undefined when it was still under way at
 * the stop.
 *
 * @throws Refused when it came to nothing.
 */
export async function swapOnce(
  url: string,
  { routers }: Pick<Devnet, 'routers'>,
  account: DevnetAccount,
  swap: Swap,
  stop: AbortSignal,
): Promise<bigint | undefined> {
  const area = `${url}/swap/api/v1`;
  const router = routers.find(({ payout }) => payout === 'signer')?.id;
  if (router === undefined) throw new Error('the devnet has no router that pays the signer');
  const uuid = randomUUID();
  const { sell, buy, amount } = swap;
  const terms = { network: 'devnet', blaze: sell.blaze, inputToken: sell.contractId, router, uuid } as const;
  const order = {
    uuid,
    owner: account.address,
    recipient: account.address,
    inputToken: sell.contractId,
    outputToken: buy,
    amountIn: amount.toString(),
    router,
    signature: signOrder({ ...terms, amountIn: amount }, account.privateKey),
  };
  const json = { 'content-type': 'application/json' };
  await ask(`${area}/orders/new`, { method: 'POST', headers: json, body: JSON.stringify(order) });

  const { now } = await ask<{ now: number }>(`${url}/time`);
  const wallet = { privateKey: account.privateKey, network: 'devnet' } as const;
  const headers = signRequest({ action: 'execute_order', uuid, timestamp: now }, wallet);
  await ask(`${area}/orders/${uuid}/execute`, { method: 'POST', headers });
  return settled(`${area}/orders/${uuid}`, stop);
}

async function settled(order: string, stop: AbortSignal): Promise<bigint | undefined> {
  const deadline = performance.now() + SETTLEMENT_LIMIT_MS;
  for (;;) {
    const { data } = await ask<{ data: Order }>(order);
    if (data.status === 'confirmed') return BigInt(data.executedAmountOut ?? 0);
    if (data.status !== 'broadcasted') throw new Refused(`${data.status} ${data.failureReason ?? ''}`);
    if (stop.aborted) return undefined;
    if (performance.now() > deadline) throw new Refused('not settled within two minutes');
    await pause(POLL_MS);
  }
}
