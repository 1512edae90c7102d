import type { Command } from 'commander';
import type { QuoteOptions } from '../quote.js';
import { command, exitsWith } from './command.js';
import type { JsonOption } from '../result.js';
import type { ServerOption } from '../service/service.js';
import { decimalText, JSON_FLAG, slippage, urlOption } from './options.js';

export const quoteCommand = (): Command =>
  command('quote', {
    description: 'Asks a running server for the best route of a swap. Reserves and sends nothing.',
    examples: [
      ['sluice quote STX sBTC 1.5', 'what one and a half STX buy'],
      ['sluice quote STX sBTC 1 --slippage 0.005 --json', 'the whole quote'],
      ['sluice quote STX sBTC 0.001 --out', 'how much STX a thousandth of an sBTC costs'],
      ['sluice quote STX sBTC 1500000 --units', 'the amount in smallest units'],
      ['sluice quote STX sBTC 250000 --split', 'whether several routes give more than one'],
    ],
  })
    .argument('<token-in>', 'symbol or contract id of the token to sell; .stx is STX')
    .argument('<token-out>', 'symbol or contract id of the token to buy')
    .argument('<amount>', 'how much is sold, in whole tokens', decimalText)
    .option('--out', 'the amount is to be bought: the least that must be sold for it')
    .option('--units', 'the amount is in smallest units')
    .option('--split', 'the amount may be divided between up to four routes')
    .option('--slippage <fraction>', 'largest loss against the quote, 0 to 0.5', slippage)
    .addOption(urlOption())
    .option(...JSON_FLAG)
    .action(
      exitsWith(async (tokenIn: string, tokenOut: string, amount: string, options: QuoteOptions) =>
        (await import('../quote.js')).quote({ tokenIn, tokenOut, amount }, options),
      ),
    );

export const depthCommand = (): Command =>
  command('depth', {
    description: 'Tells how much can be sold and bought before the price of a pair falls by 0.1% to 10%.',
    examples: [['sluice depth STX USDd', 'how much STX a falling price sells, and how much USDd buys']],
  })
    .argument('<token>', 'symbol or contract id of the token whose market it is; .stx is STX')
    .argument('<quote-token>', 'symbol or contract id of the token in which it is paid')
    .addOption(urlOption())
    .option(...JSON_FLAG)
    .action(
      exitsWith(async (tokenIn: string, tokenOut: string, options: ServerOption & JsonOption) =>
        (await import('../depth.js')).depth({ tokenIn, tokenOut }, options),
      ),
    );
