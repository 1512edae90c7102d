import { setTimeout as pause } from 'node:timers/promises';
import { ClientError, type Client, type Order } from '../../../sdk/client/index.js';
import type { Token } from '../../../domain/market/registry.js';
import { keySigner, signOrder, type Signer } from '../../../sdk/signing/index.js';
import { openClient, type Devnet, type DevnetAccount } from '../service/service.js';

/** A token that a signed order can spend, because `blaze` gives the version of its intent verifier. */
export type SpendableToken = Token & Required<Pick<Token, 'blaze'>>;

/** Sale of an amount of a subnet token, in smallest units, for another token. */
export interface Swap {
  readonly sell: SpendableToken;
  readonly buy: Token;
  readonly amount: bigint;
  /** Slippage of the order as a fraction, in place of the server's default. */
  readonly slippage?: string;
}

/** A demo wallet with a client of a server. */
export interface Trader {
  readonly client: Client;
  readonly signer: Signer;
}

export function traderOf(
  url: string,
  { network }: Pick<Devnet, 'network'>,
  { privateKey }: DevnetAccount,
): Trader {
  const signer = keySigner(privateKey, network);
  return { client: openClient({ url }, { wallet: signer, network }), signer };
}

const SETTLEMENT_LIMIT_MS = 120_000;
const POLL_MS = 200;

/** Signs and places an order; returns its uuid. */
export async function placeOrder(
  { client, signer }: Trader,
  { network, routers }: Pick<Devnet, 'network' | 'routers'>,
  { sell, buy, amount, slippage }: Swap,
): Promise<string> {
  const router = routers.find(({ payout }) => payout === 'signer')?.id;
  if (router === undefined) throw new Error('the devnet has no router that pays the signer');
  const order = await signOrder(
    signer,
    {
      inputToken: sell.contractId,
      outputToken: buy.contractId,
      amountIn: amount.toString(),
      ...(slippage === undefined ? { minAmountOut: '0' } : { slippage }),
    },
    { network, router, blaze: sell.blaze, signTerms: false },
  );
  return (await client.orders.place(order)).uuid;
}

/** Polls the order until it is confirmed, failed or cancelled; undefined if `stop` is signalled first. */
export async function settledOrder(
  { client }: Trader,
  uuid: string,
  stop?: AbortSignal,
): Promise<Order | undefined> {
  const deadline = performance.now() + SETTLEMENT_LIMIT_MS;
  for (;;) {
    const order = await client.orders.get(uuid);
    if (order.status !== 'open' && order.status !== 'broadcasted') return order;
    if (stop?.aborted === true) return undefined;
    if (performance.now() > deadline)
      throw new ClientError(`the order is still ${order.status} after two minutes`, {
        code: 'order-not-settled',
        status: 200,
      });
    await pause(POLL_MS);
  }
}

export const isSpendable = (token: Token): token is SpendableToken => token.blaze !== undefined;
