#!/usr/bin/env node
import { InvalidArgumentError, program } from 'commander';
import { runProgram } from '../adapters/terminal/index.js';
import { runDemoMarket, type MarketOptions } from './market/run-market.js';

// Trades on a running devnet server for a while, with its demo wallets and through its public interface.

const number = (most: number, whole: boolean) => (raw: string) => {
  const value = /^\d+(\.\d+)?$/.test(raw) ? Number(raw) : -1;
  if (value >= 0 && value <= most && (!whole || Number.isInteger(value))) return value;
  throw new InvalidArgumentError(`It must be a ${whole ? 'whole ' : ''}number, at most ${most}.`);
};

program
  .name('demo:market')
  .description('Trades with the demo wallets of a running devnet server, so that prices move.')
  .option('--url <url>', 'address of the server', 'http://127.0.0.1:3000')
  .option('--minutes <n>', 'how long to trade', number(1_440, false), 5)
  .option('--seed <n>', 'seed of the random trades', number(2 ** 32 - 1, true), 1)
  .option('--failures <percent>', 'percent of the swaps that are made to fail', number(100, false), 0);
program.parse();

await runProgram(() => {
  const { url, ...options } = program.opts<MarketOptions>();
  const interrupted = new AbortController();
  // A second Ctrl-C ends the process at once.
  process.once('SIGINT', () => interrupted.abort());
  return runDemoMarket({ ...options, url: url.replace(/\/$/, ''), signal: interrupted.signal });
});
