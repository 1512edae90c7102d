import { Option, type Command } from 'commander';
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
    ],
  })
    .argument('<name>', 'letters, digits, spaces, - and _, 100 at most')
    .addOption(
      new Option('--may <permissions...>', 'what it may do to the wallet’s orders')
        .choices(['execute', 'cancel', 'create'])
        .makeOptionMandatory(),
    )
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
