import type { Command } from 'commander';
import type { QuoteOptions } from '../quote.js';
import { command, exitsWith } from './command.js';
import { decimalText, JSON_FLAG, slippage, urlOption } from './options.js';

export const quoteCommand = (): Command =>
  command('quote', {
    description: 'Asks a running server for the best route of a swap. Reserves and sends nothing.',
    examples: [
      ['sluice quote STX sBTC 1.5', 'what one and a half STX buy'],
      ['sluice quote STX sBTC 1 --slippage 0.005 --json', 'the whole quote'],
      ['sluice quote STX sBTC 0.001 --out', 'how much STX a thousandth of an sBTC costs'],
      ['sluice quote STX sBTC 1500000 --units', 'the amount in smallest units'],
    ],
  })
    .argument('<token-in>', 'symbol or contract id of the token to sell; .stx is STX')
    .argument('<token-out>', 'symbol or contract id of the token to buy')
    .argument('<amount>', 'how much is sold, in whole tokens', decimalText)
    .option('--out', 'the amount is to be bought: the least that must be sold for it')
    .option('--units', 'the amount is in smallest units')
    .option('--slippage <fraction>', 'largest loss against the quote, 0 to 0.5', slippage)
    .addOption(urlOption())
    .option(...JSON_FLAG)
    .action(
      exitsWith(async (tokenIn: string, tokenOut: string, amount: string, options: QuoteOptions) =>
        (await import('../quote.js')).quote({ tokenIn, tokenOut, amount }, options),
      ),
    );
