#!/usr/bin/env node
import { InvalidArgumentError, program } from 'commander';
import { systemPorts } from '../adapters/system/index.js';
import { runProgram } from '../adapters/terminal/index.js';
import { withDatabase } from '../process/database.js';
import { importMadeUpHistory, type HistoryOptions } from './market/import-history.js';

// Fills a devnet's charts with made-up prices: see docs/reference/devnet.md.

const wholeNumber = (least: number, most: number) => (raw: string) => {
  const value = /^\d{1,10}$/.test(raw) ? Number(raw) : -1;
  if (value >= least && value <= most) return value;
  throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
};

program
  .name('demo:history')
  .description('Fills the time before a devnet’s first recorded prices with made-up ones, for charts.')
  .option('--days <n>', 'how far back', wholeNumber(1, 365), 30)
  .option('--seed <n>', 'seed of the prices', wholeNumber(0, 2 ** 32 - 1), 1);
program.parse();

await runProgram(async () => {
  const network = process.env['SLUICE_NETWORK'] || 'devnet';
  if (network !== 'devnet')
    throw new Error(`made-up prices are for a devnet only, and SLUICE_NETWORK is ${network}`);
  const options = program.opts<HistoryOptions>();
  return withDatabase((ports) => importMadeUpHistory({ ...ports, ...systemPorts() }, options));
});
