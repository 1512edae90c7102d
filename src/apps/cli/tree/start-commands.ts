import { Option, type Command } from 'commander';
import { DEFAULT_SETTINGS } from '../../../application/settings.js';
import type { DemoOptions } from '../demo.js';
import type { MarketOptions } from '../market/run-market.js';
import type { DevnetOptions } from '../devnet.js';
import { command, exitsWith, runs } from './command.js';
import { namesSettings } from './setting-options.js';
import { decimal, httpAddress, slippage, units, urlOption, wholeNumber } from './options.js';

/** Commands that start something or demonstrate it. */
export const startCommands = (): readonly Command[] => [
  serve(),
  devnet(),
  demo().addCommand(demoMarket()).addCommand(demoHistory()),
];

const serve = (): Command =>
  namesSettings(
    command('serve', {
      description:
        'Runs the server until Ctrl-C. Its settings are environment variables, which docs/reference/settings.md lists; without ' +
        'any it starts a development chain, and keeps everything in ./data.',
      settings: ['all of them'],
      examples: [
        ['sluice serve', 'listens on http://127.0.0.1:3000'],
        ['PORT=8080 sluice serve', 'listens on another port'],
        ['DATABASE_URL=postgres://localhost/sluice sluice serve', 'keeps everything in Postgres'],
      ],
    })
      .option('--verbose', 'log more, and show the keys of the development wallets', false)
      .addOption(
        new Option('--worker <name>', 'runs as this worker of the process that started it').hideHelp(),
      )
      .action(async ({ verbose, worker }: { readonly verbose: boolean; readonly worker?: string }) => {
        const { prepareOwnDevnet } = await import('../../server/own-devnet.js');
        const { environment } = await import('../../server/environment.js');
        const env = environment();
        const prepared = worker === undefined ? prepareOwnDevnet(env) : undefined;
        const { serve: serveUntilStopped } = await import('../../server/server.js');
        await serveUntilStopped({ env, verbose, prepared, worker });
      }),
  );

const devnet = (): Command =>
  command('devnet', {
    description: 'Runs a development chain until Ctrl-C. Prints its addresses and keys.',
    settings: ['SLUICE_DEVNET_CONTROL_TOKEN', 'STACKS_API_KEY'],
    examples: [
      ['sluice devnet', 'serves a node interface on http://127.0.0.1:3999'],
      ['sluice devnet --network mainnet', 'has mainnet’s addresses and a stand-in for each of its contracts'],
      ['sluice devnet --fork https://api.mainnet.hiro.so', 'continues mainnet on its real contracts'],
    ],
  })
    .option(
      '--port <n>',
      'port of the node interface on 127.0.0.1; 0 picks a free one',
      wholeNumber(65_535),
      3999,
    )
    .option('--control-port <n>', 'port of the test controls; without it there are none', wholeNumber(65_535))
    .option('--block-ms <n>', 'milliseconds between blocks, at least 10', wholeNumber(86_400_000), 1_000)
    .option('--journal <file>', 'keeps the chain in this file; without it the chain ends with the process')
    .addOption(
      new Option(
        '--network <name>',
        'devnet: the devnet’s own contracts. mainnet: mainnet’s addresses, version bytes and chain id, and a stand-in for ' +
          'every contract of the built-in registry (default: "devnet")',
      )
        .choices(['devnet', 'mainnet'])
        .conflicts('fork'),
    )
    .addOption(
      new Option(
        '--registry <file>',
        'on mainnet: a registry file in place of the built-in registry',
      ).conflicts('fork'),
    )
    .addOption(
      new Option(
        '--fork <api>',
        'continues the network behind this API on its contracts and its state, which are read as needed; nothing is sent to ' +
          'it and nothing is kept. STACKS_API_KEY is sent along',
      )
        .conflicts('journal')
        .argParser(httpAddress),
    )
    .option(
      '--fork-height <n>',
      'the block that the fork continues; without it the newest',
      wholeNumber(4_000_000_000),
    )
    .action((options: DevnetOptions, self: Command) => {
      const { network = 'devnet', registry, fork, forkHeight } = options;
      if (forkHeight !== undefined && fork === undefined) self.error('error: --fork-height needs --fork');
      if (network === 'devnet' && fork === undefined && registry !== undefined)
        self.error('error: the devnet has a registry of its own: --registry needs --network mainnet');
      return exitsWith(async () => (await import('../devnet.js')).runDevnet(options))();
    });

const demo = (): Command =>
  command('demo', {
    description: 'Swaps with a demo wallet of a devnet server. Checks the amount received.',
    examples: [
      ['sluice demo', 'starts a server for the swap, with a database in memory'],
      ['sluice demo --url http://127.0.0.1:3000', 'uses a running one'],
      ['sluice demo --from sBTC --to USDd --amount 100000', 'sells 0.001 sBTC'],
    ],
  })
    .addOption(
      new Option('--url <url>', 'a running devnet server; without it the demo starts one').argParser(
        httpAddress,
      ),
    )
    .addOption(
      new Option(
        '--devnet <url>',
        'the node interface of a devnet in mainnet’s dress that the server at --url is on',
      ).argParser(httpAddress),
    )
    .option('--from <token>', 'symbol or contract id of the token to sell; the first subnet token by default')
    .option('--to <token>', 'symbol or contract id of the token to buy', 'sBTC')
    .option('--amount <units>', 'smallest units to sell; ten whole tokens by default', units)
    .option(
      '--slippage <fraction>',
      'largest loss against the quote, 0 to 0.5',
      slippage,
      String(DEFAULT_SETTINGS.slippage),
    )
    .action((options: DemoOptions, self: Command) => {
      if (options.devnet !== undefined && options.url === undefined)
        self.error('error: --devnet needs the server that is on it: --url');
      return exitsWith(async () => (await import('../demo.js')).demo(options))();
    });

const demoMarket = (): Command =>
  command('market', {
    description: 'Trades with the demo wallets of a running devnet server, so that prices move.',
    examples: [
      ['sluice demo market', 'trades for five minutes'],
      ['sluice demo market --minutes 60 --seed 7', 'makes other trades, for an hour'],
      ['sluice demo market --failures 10', 'lets a tenth of the swaps fail on chain'],
    ],
  })
    .addOption(urlOption())
    .option('--minutes <n>', 'how long to trade', decimal(1_440), 5)
    .option('--seed <n>', 'seed of the random trades', wholeNumber(2 ** 32 - 1), 1)
    .option('--failures <percent>', 'percent of the swaps that are made to fail', decimal(100), 0)
    .action(
      exitsWith(async (options: MarketOptions) => {
        const interrupted = new AbortController();
        // Listens once: a second Ctrl-C ends the process at once.
        process.once('SIGINT', () => interrupted.abort());
        const { runDemoMarket } = await import('../market/run-market.js');
        return runDemoMarket({ ...options, signal: interrupted.signal });
      }),
    );

const demoHistory = (): Command =>
  command('history', {
    description:
      'Fills the time before the first recorded prices of a devnet’s database with made-up ones, for charts. On any other ' +
      'network it does nothing and fails.',
    settings: ['DATABASE_URL', 'SLUICE_DB_SCHEMA', 'SLUICE_NETWORK'],
    examples: [
      ['sluice demo history', 'makes up the last 30 days'],
      ['sluice demo history --days 365 --seed 7', 'makes up other prices, for a year'],
    ],
  })
    .option('--days <n>', 'how far back', wholeNumber(365, 1), 30)
    .option('--seed <n>', 'seed of the prices', wholeNumber(2 ** 32 - 1), 1)
    .action(runs(() => import('../demo-history.js'), 'demoHistory'));
