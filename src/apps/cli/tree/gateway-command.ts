import type { Command } from 'commander';
import { runs } from './command.js';
import { duration, wholeNumber } from './options.js';
import { walletCommand } from './wallet-options.js';

/** Port of Hummingbot's own Gateway. */
const PORT = 15_888;

export const gatewayCommand = (): Command =>
  walletCommand('gateway', {
    description:
      'Serves Hummingbot the routes of its Gateway for swaps, /trading/swap/quote and /trading/swap/execute, to this machine ' +
      'alone. It signs each swap that a bot executes, with one wallet, without asking.',
    examples: [
      ['sluice gateway --wallet alice', 'on a devnet'],
      [
        'sluice gateway --url https://dex.example.org --key-file bot.key --port 15889',
        'with a bot’s own key',
      ],
    ],
  })
    .option('--port <number>', 'port on 127.0.0.1', wholeNumber(65_535), PORT)
    .option('--patience <duration>', 'time for which an execution waits for its block', duration, 60_000)
    .action(runs(() => import('../gateway.js'), 'serveGateway'));
