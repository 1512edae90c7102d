import { setTimeout as pause } from 'node:timers/promises';
import { print, withProgress } from '../adapters/terminal/index.js';
import {
  executeOrder,
  isSpendable,
  placeOrder,
  settledOrder,
  type Devnet,
  type DevnetAccount,
  type Swap,
} from './market/exchange.js';
import { Refused, request } from './request.js';
import type { Token } from '../domain/market/registry.js';
import { makeWalk, seededRandom } from './market/walk.js';

export interface MarketOptions {
  /** Address of the server without a trailing slash. */
  readonly url: string;
  readonly minutes: number;
  readonly seed: number;
}

/** US dollars by symbol. */
type Prices = ReadonlyMap<string, number>;

/** Pause after a refused swap. */
const REFUSED_PAUSE_MS = 500;
/** This many refusals in a row end the run: the server is broken. */
const MOST_REFUSALS = 20;
const PRICES_MS = 10_000;

interface Tally extends Pick<MarketOptions, 'url' | 'seed'> {
  swaps: number;
  refused: number;
  readonly stop: AbortSignal;
}

/** Makes one wallet's swaps, one after another, until the tally's signal. */
async function trade(devnet: Devnet, account: DevnetAccount, index: number, tally: Tally): Promise<void> {
  const coins = devnet.tokens
    .filter(isSpendable)
    .map((token) => ({ ...token, startUnits: BigInt(account.balances[token.contractId] ?? 0) }));
  const nextTrade = makeWalk(coins, seededRandom(tally.seed + index));
  const held = new Map(coins.map(({ contractId, startUnits }) => [contractId, startUnits]));
  const add = ({ contractId }: Token, units: bigint) => held.set(contractId, held.get(contractId)! + units);
  let refusals = 0;
  while (!tally.stop.aborted) {
    const swap = nextTrade(held);
    if (swap === undefined) continue;
    try {
      const received = await swapOnce(tally, devnet, account, swap);
      if (received === undefined) return;
      add(swap.sell, -swap.amount);
      add(swap.buy, received);
      tally.swaps++;
      refusals = 0;
    } catch (error) {
      if (!(error instanceof Refused) || ++refusals >= MOST_REFUSALS) throw error;
      tally.refused++;
      await pause(REFUSED_PAUSE_MS);
    }
  }
}

/**
 * Places and executes an order; returns the units received, or undefined when `stop` was signalled before it settled.
 *
 * @throws Refused when the order is not confirmed.
 */
async function swapOnce(
  { url, stop }: Tally,
  devnet: Devnet,
  account: DevnetAccount,
  swap: Swap,
): Promise<bigint | undefined> {
  const uuid = await placeOrder(url, devnet, account, swap);
  await executeOrder(url, devnet, account, uuid);
  const order = await settledOrder(url, uuid, stop);
  if (order === undefined) return undefined;
  if (order.status !== 'confirmed') throw new Refused(`${order.status} ${order.failureReason ?? ''}`);
  return BigInt(order.executedAmountOut ?? 0);
}

/** The newest prices; empty when the server does not serve the prices area. */
async function currentPrices(url: string): Promise<Prices> {
  try {
    type List = { readonly tokens: readonly { readonly symbol: string; readonly usd: number }[] };
    const { tokens } = await request<List>(`${url}/prices/api/v1/prices`);
    return new Map(tokens.map(({ symbol, usd }) => [symbol, usd]));
  } catch (error) {
    if (error instanceof Refused || error instanceof SyntaxError) return new Map();
    throw error;
  }
}

const asText = (prices: Prices, before: Prices): string =>
  [...prices]
    .filter(([symbol]) => symbol !== 'sBTC')
    .map(([symbol, usd]) => {
      const change = (100 * usd) / (before.get(symbol) ?? usd) - 100;
      return `${symbol} ${usd.toPrecision(4)} (${change < 0 ? '' : '+'}${change.toFixed(2)}%)`;
    })
    .join('  ');

/** Trades on a running devnet server for a while, with its demo wallets and through its public interface. */
export async function demoMarket({ url, minutes, seed }: MarketOptions): Promise<number> {
  const devnet = await request<Devnet>(`${url}/devnet`);
  const interrupted = new AbortController();
  // A second Ctrl-C ends the process at once.
  process.once('SIGINT', () => interrupted.abort());
  const start = performance.now();
  const totalMs = minutes * 60_000;
  const stop = AbortSignal.any([interrupted.signal, AbortSignal.timeout(totalMs)]);
  const tally: Tally = { url, seed, swaps: 0, refused: 0, stop };
  const before = await currentPrices(url);
  let prices = before;
  await withProgress(async (show) => {
    const report = async () => {
      for (let n = 1; !stop.aborted; n++) {
        const note = `${tally.swaps} swaps, ${tally.refused} refused  ${asText(prices, before)}`;
        show(Math.min(performance.now() - start, totalMs), totalMs, note);
        await pause(1_000, undefined, { signal: stop }).catch(() => undefined);
        if (n % (PRICES_MS / 1_000) === 0) prices = await currentPrices(url);
      }
    };
    const traders = devnet.accounts.map((account, index) => trade(devnet, account, index, tally));
    await Promise.all([report(), ...traders]).finally(() => interrupted.abort());
  });
  prices = await currentPrices(url);
  const seconds = Math.round((performance.now() - start) / 1000);
  print(`${tally.swaps} swaps in ${seconds} s, ${tally.refused} refused`);
  if (prices.size > 0) print(`prices in dollars, recorded every five minutes: ${asText(prices, before)}`);
  return tally.swaps > 0 ? 0 : 1;
}
