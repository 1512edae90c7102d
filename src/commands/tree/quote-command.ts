import type { Command } from 'commander';
import type { QuoteOptions } from '../quote.js';
import { command, exitsWith } from './command.js';
import { JSON_FLAG, slippage, units, urlOption } from './options.js';

export const quoteCommand = (): Command =>
  command('quote', {
    description: 'Asks a running server for the best route of a swap. Reserves and sends nothing.',
    examples: [
      ['sluice quote STX sBTC 1000000', 'what one STX buys'],
      ['sluice quote STX sBTC 1000000 --slippage 0.005 --json', 'the whole quote'],
    ],
  })
    .argument('<token-in>', 'symbol or contract id of the token to sell; .stx is STX')
    .argument('<token-out>', 'symbol or contract id of the token to buy')
    .argument('<amount>', 'smallest units of the token to sell', units)
    .option('--slippage <fraction>', 'largest loss against the quote, 0 to 0.5', slippage)
    .addOption(urlOption())
    .option(...JSON_FLAG)
    .action(
      exitsWith(async (tokenIn: string, tokenOut: string, amount: string, options: QuoteOptions) =>
        (await import('../quote.js')).quote({ tokenIn, tokenOut, amount }, options),
      ),
    );
