import { Option, type Command } from 'commander';
import { COST_GROUPS } from '../../../domain/operator/costs.js';
import { command, runs } from './command.js';
import {
  CHAIN_SETTINGS,
  DATABASE_SETTINGS,
  decimalText,
  duration,
  JSON_FLAG,
  slippage,
  timeFrom,
  wholeNumber,
} from './options.js';
import { walletCommand } from './wallet-options.js';

/** Commands for what an operator monitors and does. */
export const operatorCommands = (): readonly Command[] => [doctor(), pause(), resume(), costs(), registry()];

const doctor = (): Command =>
  walletCommand('doctor', {
    description:
      'Checks the settings and everything that they name: database, folder, port, node, operator key, registry, packages. ' +
      'Changes nothing. Exits with 1 when a check fails. With --trade it checks a running server in place of the settings: it signs and places one ' +
      'order of the wallet, which the server sends by itself, and exits with 0 once its swap is confirmed on chain. An order that is not ' +
      'confirmed in time is cancelled, and it says what it was waiting for.',
    settings: ['all of them'],
    examples: [
      ['sluice doctor', 'a line for each check, with a remedy for what fails'],
      ['sluice doctor --json', 'the same for programs'],
      [
        'sluice doctor --trade --sell 0.01 --of USDd --for sBTC --key-file trade.key',
        'sells that much, and spends no more',
      ],
    ],
  })
    .option('--trade', 'place one order on a running server')
    .option('--sell <amount>', 'with --trade: how much is sold, in whole tokens', decimalText)
    .option('--of <token>', 'with --trade: symbol or contract id of the subnet token to sell')
    .option('--for <token>', 'with --trade: symbol or contract id of the token to buy')
    .option(
      '--slippage <fraction>',
      'with --trade: largest loss against the quote, 0 to 0.5',
      slippage,
      '0.03',
    )
    .option(
      '--most-fee <stx>',
      'with --trade: exit with 1 if the swap’s fee was higher, in STX',
      decimalText,
      '0.1',
    )
    .option('--within <duration>', 'with --trade: time until it must be confirmed', duration, 300_000)
    .hook('preAction', requireTerms)
    .action(runs(() => import('../doctor/doctor.js'), 'doctor'));

/** Ends the command if an order is to be placed without its terms, or terms are given for none. */
function requireTerms(self: Command): void {
  const { trade, sell, of, for: bought } = self.opts();
  const given = [sell, of, bought].filter((term) => term !== undefined).length;
  if (trade === true && given < 3) self.error('error: --trade needs --sell, --of and --for');
  if (trade !== true && given > 0) self.error('error: --sell, --of and --for go with --trade');
}

const pause = (): Command =>
  command('pause', {
    description:
      'Stops new swaps in every process on the database. Swaps that are stored already are settled.',
    settings: DATABASE_SETTINGS,
    examples: [['sluice pause "the pools are being drained"', 'until sluice resume']],
  })
    .argument('[reason]', 'why, for other operators; /readyz and refused executes show it')
    .option('--by <name>', 'who pauses, in place of user@host')
    .option(...JSON_FLAG)
    .action(runs(() => import('../switch/set-switch.js'), 'pause'));

const resume = (): Command =>
  command('resume', {
    description: 'Ends a pause: every process on the database sends new swaps again.',
    settings: DATABASE_SETTINGS,
    examples: [['sluice resume "the pools are sound"', 'other operators see the reason']],
  })
    .argument('[reason]', 'why, for other operators')
    .option('--by <name>', 'who resumes, in place of user@host')
    .option(...JSON_FLAG)
    .action(runs(() => import('../switch/set-switch.js'), 'resume'));

const costs = (): Command =>
  command('costs', {
    description:
      'Adds up what the operator’s transactions cost in STX and dollars, those that aborted and no-op transactions too: by day, account, owner or integrator.',
    settings: DATABASE_SETTINGS,
    examples: [
      ['sluice costs', 'each day of the last 30'],
      [
        'sluice costs --by integrator --from 2026-11-01 --to 2026-12-01',
        'a month, by the integrator of each order',
      ],
      ['sluice costs --csv > costs.csv', 'each transaction'],
    ],
  })
    .addOption(
      new Option('--by <what>', 'what is added up').choices(COST_GROUPS).default('day').conflicts('csv'),
    )
    .option(
      '--from <time>',
      'only transactions stored at this time or later; 30 days by default',
      timeFrom(-1),
    )
    .option('--to <time>', 'only transactions stored before this time', timeFrom(-1))
    .option('--csv', 'each transaction, as CSV')
    .option(...JSON_FLAG)
    .action(runs(() => import('../costs.js'), 'costs'));

const registry = (): Command =>
  command('registry', {
    description: 'Compares a registry with the chain, finds entries for it, prints its schema.',
    examples: [
      ['sluice registry check registry.json', 'compares every entry with the chain'],
      ['sluice registry discover', 'proposes entries for vaults that are not listed'],
    ],
  })
    .addCommand(check())
    .addCommand(discover())
    .addCommand(schema());

const check = (): Command =>
  command('check', {
    description:
      'Compares every entry with the chain. Exits with 1 when one disagrees or cannot be compared, with 0 otherwise.',
    settings: [...CHAIN_SETTINGS, 'STACKS_API_RPM'],
    examples: [
      ['sluice registry check', 'the registry of SLUICE_REGISTRY, or the built-in one'],
      ['sluice registry check registry.json --json', 'a file, reported for programs'],
      ['sluice registry check --swap', 'with a small swap through every vault, on a fork of the network'],
    ],
  })
    .argument('[file]', 'registry file; without it the one of SLUICE_REGISTRY, or the built-in registry')
    .option(
      '--swap',
      'swap a small amount through every router and vault, too, on a fork of the network: with the keys of the devnet, and nothing is sent to the network',
    )
    .option(...JSON_FLAG)
    .action(runs(() => import('../registry/check-registry.js'), 'checkRegistryFile'));

const discover = (): Command =>
  command('discover', {
    description: 'Proposes entries for contracts that the registry does not list, as JSON.',
    settings: CHAIN_SETTINGS,
    examples: [
      ['sluice registry discover', 'vaults on the chain, and the tokens that they hold'],
      ['sluice registry discover --tokens --limit 500', 'tokens by themselves, too'],
    ],
  })
    .argument('[contracts...]', 'contracts to look at; without any, those that implement the vault trait')
    .option(
      '--registry <file>',
      'registry file; without it the one of SLUICE_REGISTRY, or the built-in registry',
    )
    .option('--tokens', 'look at contracts that implement the token trait too')
    .option('--limit <n>', 'the most contracts of each trait, the newest first', wholeNumber(999_999, 1), 100)
    .action(runs(() => import('../registry/discover-entries.js'), 'discover'));

const schema = (): Command =>
  command('schema', {
    description: 'Prints the JSON Schema of registry files.',
    examples: [['sluice registry schema > registry.schema.json', 'for an editor that completes fields']],
  }).action(runs(() => import('../registry/print-schema.js'), 'printSchema'));
