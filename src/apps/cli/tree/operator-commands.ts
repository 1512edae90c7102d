import type { Command } from 'commander';
import { command, runs } from './command.js';
import { CHAIN_SETTINGS, DATABASE_SETTINGS, JSON_FLAG, wholeNumber } from './options.js';

/** Commands for what an operator monitors and does. */
export const operatorCommands = (): readonly Command[] => [doctor(), pause(), resume(), registry()];

const doctor = (): Command =>
  command('doctor', {
    description:
      'Checks the settings and everything that they name: database, folder, port, node, operator key, registry, packages. ' +
      'Changes nothing. Exits with 1 when a check fails.',
    settings: ['all of them'],
    examples: [
      ['sluice doctor', 'a line for each check, with a remedy for what fails'],
      ['sluice doctor --json', 'the same for programs'],
    ],
  })
    .option(...JSON_FLAG)
    .action(runs(() => import('../doctor/doctor.js'), 'doctor'));

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
