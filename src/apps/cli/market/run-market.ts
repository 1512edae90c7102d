import { setTimeout as pause } from 'node:timers/promises';
import { print, printTable, withProgress } from '../../../adapters/terminal/index.js';
import { isRefusal, openClient, readDevnet } from '../service/service.js';
import { changeOf, dollarsOf, fitted, LivePrices } from './live-prices.js';
import { PoolsInUse } from './pools-in-use.js';
import { Tally } from './tally.js';
import { trade } from './trader.js';

export interface MarketOptions {
  /** Address of the server, without a trailing slash. */
  readonly url: string;
  readonly minutes: number;
  /** Seed of the random trades. */
  readonly seed: number;
  /** Percentage of the swaps that should fail; none by default. */
  readonly failures?: number;
  /** Ends the trading early. */
  readonly signal?: AbortSignal;
}

const REPORT_MS = 1_000;
const PRICES_MS = 2_000;
const BAR_WIDTH = 20;
/** Width of a terminal that does not report its own. */
const COLUMNS = 80;
/** Columns taken by the characters around the bar and by the percentage. */
const OTHER_COLUMNS = 8;

/**
 * Trades on a running devnet server for a while, with its demo wallets and through its public interface, shows how prices move,
 * and sums up. Returns 0 if a swap was confirmed, else 1.
 *
 * @throws when the server is unreachable, has no devnet, or refuses everything.
 */
export async function runDemoMarket(options: MarketOptions): Promise<number> {
  const { url, minutes, seed, failures = 0, signal } = options;
  const devnet = await readDevnet(url);
  const totalMs = minutes * 60_000;
  const ended = new AbortController();
  const end = () => ended.abort();
  if (signal?.aborted === true) end();
  signal?.addEventListener('abort', end, { once: true });
  // `AbortSignal.any` with `AbortSignal.timeout` would not do: on Node 20 the garbage collector removes the timeout.
  const timer = setTimeout(end, totalMs);
  const start = performance.now();
  const tally = new Tally();
  const prices = new LivePrices(openClient({ url }), devnet);
  const market = {
    url,
    devnet,
    tally,
    pools: new PoolsInUse(),
    failures: failures / 100,
    stop: ended.signal,
  };
  try {
    await prices.refresh();
    await withProgress(
      (show) => {
        const work = [
          untilEnd(ended.signal, REPORT_MS, () => {
            const parts = [
              tally.short(),
              ...prices.current().map((price) => `${price.symbol} ${changeOf(price)}`),
            ];
            show(Math.min(performance.now() - start, totalMs), totalMs, fitted(parts, noteWidth()));
          }),
          untilEnd(ended.signal, PRICES_MS, () => prices.refresh()),
          ...devnet.accounts.map((account, index) => trade(market, account, seed + index)),
        ];
        return Promise.all(work).finally(end);
      },
      { barWidth: BAR_WIDTH },
    );
    await prices.refresh();
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
  const seconds = Math.round((performance.now() - start) / 1_000);
  print(`${tally.confirmed} swaps confirmed in ${seconds} s`);
  for (const line of tally.reasons()) print(line);
  const changes = prices.current();
  if (changes.length > 0)
    printTable(
      ['token', 'sells for, in dollars', 'since the start'],
      changes.map((price) => [price.symbol, dollarsOf(price), changeOf(price)]),
    );
  return tally.confirmed > 0 ? 0 : 1;
}

async function untilEnd(stop: AbortSignal, everyMs: number, step: () => void | Promise<void>): Promise<void> {
  while (!stop.aborted) {
    try {
      await step();
    } catch (error) {
      // The next step may succeed. If the server refuses everything, the traders end the run.
      if (!isRefusal(error)) throw error;
    }
    await pause(everyMs, undefined, { signal: stop }).catch(() => undefined);
  }
}

const noteWidth = (): number => (process.stderr.columns ?? COLUMNS) - BAR_WIDTH - OTHER_COLUMNS;
