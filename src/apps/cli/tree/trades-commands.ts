import type { Command } from 'commander';
import { command, runs } from './command.js';
import { CHAIN_SETTINGS, DATABASE_SETTINGS, JSON_FLAG, timeFrom, wholeNumber } from './options.js';

export const tradesCommand = (): Command =>
  command('trades', {
    description: 'Keeps the recorded trades of vaults.',
    examples: [['sluice trades backfill --from 30d', 'reads the blocks of the last 30 days']],
  }).addCommand(backfill());

const backfill = (): Command =>
  command('backfill', {
    description:
      'Reads the trades of blocks before the first recorded one, backwards, while servers record new ones. Interrupt it at any time: ' +
      'run again, it continues.',
    settings: [...DATABASE_SETTINGS, ...CHAIN_SETTINGS],
    examples: [
      ['sluice trades backfill --from 30d', 'the last 30 days'],
      [
        'sluice trades backfill --from 2026-10-16 --rpm 200',
        'with a key that allows so many requests a minute',
      ],
    ],
  })
    .requiredOption('--from <time>', 'the earliest block: a time, or how long ago, such as 30d', timeFrom(-1))
    .option('--rpm <n>', 'requests a minute, besides those of servers', wholeNumber(10_000, 1), 20)
    .option(...JSON_FLAG)
    .action(runs(() => import('../trades/backfill-trades.js'), 'backfillTrades'));
