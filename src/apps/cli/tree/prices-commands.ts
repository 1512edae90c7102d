import { Option, type Command } from 'commander';
import { command, runs } from './command.js';
import { DATABASE_SETTINGS, JSON_FLAG, seconds, timeFrom, urlOption, wholeNumber } from './options.js';

/** The end of the year 9999 in Unix seconds. */
const END = 253_402_300_800;

export const pricesCommand = (): Command =>
  command('prices', {
    description: 'Reads, imports, exports and checks prices.',
    examples: [
      ['sluice prices latest', 'the current prices of a running server'],
      ['sluice prices import history.csv', 'stores past prices'],
    ],
  })
    .addCommand(latest())
    .addCommand(importPrices())
    .addCommand(exportPrices())
    .addCommand(checkPrices());

const latest = (): Command =>
  command('latest', {
    description: 'Reads the current prices of a running server.',
    examples: [
      ['sluice prices latest', 'all tokens, most liquidity first'],
      ['sluice prices latest sBTC STX', 'these two'],
      ['sluice prices latest --json', 'what the server responds'],
    ],
  })
    .argument('[tokens...]', 'symbols or contract ids; all tokens without any')
    .addOption(urlOption())
    .option(...JSON_FLAG)
    .action(runs(() => import('../prices/latest-prices.js'), 'latestPrices'));

export const historyCommand = (): Command =>
  command('history', {
    description: 'Reads the past prices of a token as candles; on a terminal with a line of them.',
    examples: [
      ['sluice history STX', 'the last day, hour by hour'],
      ['sluice history sBTC --interval 1d --from 90d --limit 90', 'a quarter, day by day'],
    ],
  })
    .argument('<token>', 'symbol or contract id; .stx is STX')
    .addOption(
      new Option('--interval <length>', 'length of a candle')
        .choices(['5m', '1h', '4h', '1d', '1w'])
        .default('1h'),
    )
    .addOption(new Option('--quote <unit>', 'what prices are in').choices(['usd', 'sbtc']).default('usd'))
    .option(
      '--from <time>',
      'not before: a time, UTC if it names no zone, or how long ago, such as 7d',
      timeFrom(-1),
    )
    .option('--to <time>', 'before this time; now by default', timeFrom(-1))
    .option('--limit <n>', 'maximum number, newest first', wholeNumber(2_000, 1), 24)
    .addOption(urlOption())
    .option(...JSON_FLAG)
    .action(runs(() => import('../prices/price-history.js'), 'priceHistory'));

const importPrices = (): Command =>
  command('import', {
    description: 'Stores past prices from a CSV file with the columns time, contractId, usd and btcUsd.',
    settings: DATABASE_SETTINGS,
    examples: [
      ['sluice prices import history.csv', 'refused lines end up in history.csv.refused.csv'],
      ['sluice prices import history.csv --snap', 'accepts times between the five-minute marks'],
    ],
  })
    .argument('<file.csv>')
    .option('--snap', 'round times down to the five-minute grid instead of refusing them', false)
    .option(...JSON_FLAG)
    .action(runs(() => import('../prices/import-prices.js'), 'importPrices'));

const exportPrices = (): Command =>
  command('export', {
    description: 'Writes prices as CSV, oldest day first, grouped by token within a day.',
    settings: DATABASE_SETTINGS,
    examples: [
      ['sluice prices export --output prices.csv', 'everything that is stored'],
      [
        'sluice prices export --token .stx --from 2026-03-01 --to 2026-04-01',
        'one token in March, on stdout',
      ],
    ],
  })
    .option('--token <id>', 'export this token only')
    .option('--from <time>', 'first time to export: Unix seconds, or ISO 8601', seconds, 0)
    .option('--to <time>', 'export prices before this time only', seconds, END)
    .option('-o, --output <file>', 'file to write; stdout when absent')
    .action(runs(() => import('../prices/export-prices.js'), 'exportPrices'));

const checkPrices = (): Command =>
  command('check', {
    description:
      'Compares stored candles with the prices they were computed from. Changes nothing; exits with 1 if any differs.',
    settings: DATABASE_SETTINGS,
    examples: [['sluice prices check', 'a line for each difference, and a summary']],
  })
    .option(...JSON_FLAG)
    .action(runs(() => import('../prices/check-prices.js'), 'checkPrices'));

export const tokenCommand = (): Command =>
  command('token', {
    description:
      'Tells who may mint, freeze, take and rename a token, from its contract’s source, and what a round trip loses.',
    examples: [['sluice token USDd', 'a token of the exchange']],
  })
    .argument('<token>', 'symbol or contract id')
    .addOption(urlOption())
    .option(...JSON_FLAG)
    .action(runs(() => import('../token-safety.js'), 'tokenSafety'));
