import type { Command } from 'commander';
import { command, runs } from './command.js';
import { DATABASE_SETTINGS, JSON_FLAG, urlOption } from './options.js';
import { requireAnswer, walletCommand, yesOption } from './wallet-options.js';

export const metadataCommand = (): Command =>
  command('metadata', {
    description: 'Checks, saves and imports token metadata.',
    examples: [
      ['sluice metadata lint token.json', 'problems that readers of the record may have'],
      ['sluice metadata import records/', 'stores existing records'],
    ],
  })
    .addCommand(importMetadata())
    .addCommand(lint())
    .addCommand(save());

const importMetadata = (): Command =>
  command('import', {
    description:
      'Stores existing metadata records from a JSON file, a file with one record per line (.jsonl, .ndjson), or a folder of <contractId>.json.',
    settings: DATABASE_SETTINGS,
    examples: [
      ['sluice metadata import records.jsonl', 'refused records end up in records.jsonl.refused.csv'],
      ['sluice metadata import records/', 'one file for each token'],
    ],
  })
    .argument('<file.json|dir>')
    .option(...JSON_FLAG)
    .action(runs(() => import('../metadata/import-metadata.js'), 'importMetadataFrom'));

const lint = (): Command =>
  command('lint', {
    description:
      'Lists problems that readers of a SIP-016 record may have. Exits with 1 if they cannot use it.',
    examples: [
      ['sluice metadata lint token.json', 'a record in a file'],
      ['curl -s https://example.org/token.json | sluice metadata lint -', 'a record from stdin'],
      ['sluice metadata lint https://example.org/token.json', 'a record on the web'],
      ['sluice metadata lint SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS.charisma-token', 'a stored record'],
    ],
  })
    .argument('<record>', 'a file, a web address, - for stdin, or the contract id of a token on the server')
    .addOption(urlOption())
    .option(...JSON_FLAG)
    .action(runs(() => import('../metadata/lint-metadata.js'), 'lint'));

const save = (): Command =>
  walletCommand('save', {
    description:
      'Signs the metadata of a token as its deployer, and saves it on a running server. Shows it and asks first. Fields that are not given ' +
      'stay as they are stored.',
    examples: [
      ['sluice metadata save SP2ZN….charisma-token token.json', 'a record in a file'],
      ['echo \'{"name":"Charisma"}\' | sluice metadata save SP2ZN….charisma-token - --yes', 'only the name'],
    ],
  })
    .argument('<token>', 'contract id')
    .argument('<record>', 'a file, a web address, or - for stdin')
    .addOption(yesOption())
    .hook('preAction', requireAnswer)
    .action(runs(() => import('../metadata/save-metadata.js'), 'saveMetadata'));
