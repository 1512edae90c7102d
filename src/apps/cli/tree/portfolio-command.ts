import { Option, type Command } from 'commander';
import { runs } from './command.js';
import { timeFrom } from './options.js';
import { ownerCommand } from './wallet-options.js';

export const portfolioCommand = (): Command =>
  ownerCommand('portfolio', {
    description:
      'Tells what a wallet holds of every token of the exchange, in dollars; for its owner also average costs, results, and files for taxes.',
    examples: [
      ['sluice portfolio ST2V…', 'each token with its subnet copy, from which orders are paid'],
      ['sluice portfolio --wallet alice --results', 'average cost, realised and unrealised result, by token'],
      [
        'sluice portfolio --key-file key.txt --csv koinly --from 2026-01-01 > fills.csv',
        'fills as a file for taxes',
      ],
    ],
  })
    .argument('[address]', 'the wallet; with a wallet that signs, it is that one by default')
    .option('--results', 'results of the owner’s fills, and what open orders reserve')
    .addOption(
      new Option('--csv <format>', 'the owner’s fills as a file that a program for taxes imports')
        .choices(['koinly', 'cointracking'])
        .conflicts(['results', 'json']),
    )
    .option(
      '--plan <id>',
      'with --results or --csv: only the fills of this plan, as if it were a wallet of its own',
    )
    .option('--from <time>', 'with --csv: only fills at this time or later', timeFrom(-1))
    .option('--to <time>', 'with --csv: only fills before this time', timeFrom(-1))
    .action(runs(() => import('../portfolio.js'), 'portfolio'));
