import { setTimeout as pause } from 'node:timers/promises';
import type { Token } from '../../../domain/market/registry.js';
import type { Order } from '../../../sdk/client/index.js';
import { isRefusal, type Devnet, type DevnetAccount } from '../service/service.js';
import { isSpendable, placeOrder, settledOrder, traderOf, type Swap, type Trader } from './exchange.js';
import type { PoolsInUse } from './pools-in-use.js';
import { poolsOf, quoteSwap } from './quote.js';
import type { Tally } from './tally.js';
import { seededRandom } from '../../../domain/shared/seeded-random.js';
import { makeWalk } from './walk.js';

/** Data that a market's traders share. */
export interface Market {
  readonly url: string;
  readonly devnet: Devnet;
  readonly tally: Tally;
  readonly pools: PoolsInUse;
  /** The share of swaps that should fail, 0 to 1. */
  readonly failures: number;
  /** Ends the trading. The traders do not wait for swaps already sent. */
  readonly stop: AbortSignal;
}

/** Pause before another try, when another trader uses a pool, or when no swap is possible. */
const BUSY_PAUSE_MS = 100;
const REFUSED_PAUSE_MS = 500;
/** Number of consecutive refusals after which the run ends, because the server must be broken. */
const MOST_REFUSALS = 20;

/**
 * Makes one wallet's swaps, one after another, until the trading ends.
 *
 * @throws ClientError if the server refuses everything.
 */
export async function trade(market: Market, account: DevnetAccount, seed: number): Promise<void> {
  const { url, devnet, tally, pools, stop } = market;
  const coins = devnet.tokens
    .filter(isSpendable)
    .map((token) => ({ ...token, startUnits: BigInt(account.balances[token.contractId] ?? 0) }));
  if (coins.length < 2) return;
  const trader = traderOf(url, devnet, account);
  const random = seededRandom(seed);
  const nextTrade = makeWalk(coins, random);
  const held = new Map(coins.map(({ contractId, startUnits }) => [contractId, startUnits]));
  const add = ({ contractId }: Token, units: bigint) => held.set(contractId, held.get(contractId)! + units);
  let refusals = 0;
  while (!stop.aborted) {
    try {
      const swap = nextTrade(held);
      const found = swap && (await quoteSwap(trader.client, swap));
      const quote = found?.reason === undefined ? found : undefined;
      const used = quote && poolsOf(quote);
      if (swap === undefined || used === undefined || !pools.take(used, quote?.blockHeight ?? 0)) {
        await pause(BUSY_PAUSE_MS);
        continue;
      }
      let order: Order | undefined;
      try {
        const isToFail = quote?.protected === true && random() < market.failures;
        order = await (isToFail ? swapTwice : swapOnce)(market, trader, swap);
      } finally {
        pools.release(used, order?.blockHeight);
      }
      refusals = 0;
      if (order?.status !== 'confirmed') continue;
      add(swap.sell, -swap.amount);
      add(swap.buy, BigInt(order.executedAmountOut ?? 0));
    } catch (error) {
      if (!isRefusal(error) || ++refusals >= MOST_REFUSALS) throw error;
      tally.refused(error.message);
      await pause(REFUSED_PAUSE_MS);
    }
  }
}

/** Makes a swap, and returns its order; undefined if the trading ends before the order does. */
async function swapOnce(market: Market, trader: Trader, swap: Swap): Promise<Order | undefined> {
  return settled(market, trader, await send(market, trader, swap));
}

/** Makes the swap, and repeats it at the price from before the first one, so that the second one fails. */
async function swapTwice(market: Market, trader: Trader, swap: Swap): Promise<Order | undefined> {
  const first = await send(market, trader, swap);
  const second = await send(market, trader, { ...swap, slippage: '0' });
  const order = await settled(market, trader, first);
  await settled(market, trader, second);
  return order;
}

async function send({ devnet }: Market, trader: Trader, swap: Swap): Promise<string> {
  const uuid = await placeOrder(trader, devnet, swap);
  await trader.client.orders.execute(uuid);
  return uuid;
}

async function settled({ tally, stop }: Market, trader: Trader, uuid: string): Promise<Order | undefined> {
  const order = await settledOrder(trader, uuid, stop);
  if (order?.status === 'confirmed') tally.confirmed++;
  else if (order !== undefined) tally.failed(order.failureReason ?? order.status);
  return order;
}
