import { Option, type Command } from 'commander';
import { PERMISSIONS } from '../../../domain/api-key/api-key.js';
import { command, runs } from './command.js';
import { timeFrom } from './options.js';
import { walletCommand } from './wallet-options.js';

const ID = '8f14e45fceea167a5a36dedd4bea2543';

export const keysCommand = (): Command =>
  command('keys', {
    description: 'Creates, lists and revokes API keys of a wallet.',
    examples: [
      ['sluice keys create bot --may execute cancel', 'prints the key'],
      ['sluice keys list', 'with how often each was used'],
    ],
  })
    .addCommand(create())
    .addCommand(list())
    .addCommand(show())
    .addCommand(revoke());

const create = (): Command =>
  walletCommand('create', {
    description: 'Creates an API key. Prints it alone on stdout: it is not shown again.',
    examples: [
      ['sluice keys create bot --may execute cancel', 'for a bot'],
      ['sluice keys create bot --may execute --until 30d > bot.key', 'for a month, into a file'],
      [
        'sluice keys create bot --may execute --pair STX/sBTC --daily STX=50000000 --from 203.0.113.7',
        'limited to a pair, 50 STX a day, and one machine',
      ],
    ],
  })
    .argument('<name>', 'letters, digits, spaces, - and _, 100 at most')
    .addOption(
      new Option('--may <permissions...>', 'what it may do to the wallet’s orders')
        .choices(PERMISSIONS)
        .makeOptionMandatory(),
    )
    .option('--pair <pairs...>', 'only orders that sell one of two tokens for the other, such as STX/sBTC')
    .option('--plan <ids...>', 'only orders of plans with these ids')
    .option(
      '--daily <amounts...>',
      'most that the orders executed on a day of UTC may pay, in smallest units: a token, = and a number; it executes no others',
    )
    .option('--from <blocks...>', 'only callers from these IP addresses or blocks, such as 203.0.113.0/24')
    .option(
      '--until <time>',
      'when it stops working: a time, UTC if it names no zone, or a duration from now',
      timeFrom(1),
    )
    .action(runs(() => import('../keys/keys.js'), 'createKey'));

const list = (): Command =>
  walletCommand('list', {
    description: 'Lists the wallet’s API keys, newest first, revoked ones too.',
    examples: [['sluice keys list', 'without the keys themselves']],
  }).action(runs(() => import('../keys/keys.js'), 'listKeys'));

const show = (): Command =>
  walletCommand('show', {
    description: 'Shows an API key and its last requests.',
    examples: [[`sluice keys show ${ID}`, 'keys list has the ids']],
  })
    .argument('<id>')
    .action(runs(() => import('../keys/keys.js'), 'showKey'));

const revoke = (): Command =>
  walletCommand('revoke', {
    description: 'Revokes an API key, at once and forever.',
    examples: [[`sluice keys revoke ${ID}`, 'keys list has the ids']],
  })
    .argument('<id>')
    .action(runs(() => import('../keys/keys.js'), 'revokeKey'));
