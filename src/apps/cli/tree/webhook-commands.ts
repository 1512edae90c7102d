import { Option, type Command } from 'commander';
import { WEBHOOK_EVENT_TYPES } from '../../../domain/webhook/webhook.js';
import { command, runs } from './command.js';
import { httpAddress, timeFrom, wholeNumber } from './options.js';
import { walletCommand } from './wallet-options.js';

const ID = '8f14e45fceea167a5a36dedd4bea2543';

export const webhooksCommand = (): Command =>
  command('webhooks', {
    description: 'Has events of a wallet’s orders posted to an address, and shows what came of it.',
    examples: [
      ['sluice webhooks create https://example.org/hook', 'prints the secret that signs its messages'],
      [`sluice webhooks deliveries ${ID} --state dead`, 'what did not arrive'],
    ],
  })
    .addCommand(create())
    .addCommand(list())
    .addCommand(show())
    .addCommand(update())
    .addCommand(deliveries())
    .addCommand(rotate())
    .addCommand(test())
    .addCommand(replay())
    .addCommand(remove());

const load = () => import('../webhooks/webhooks.js');

const onlyTypes = (): Option =>
  new Option('--on <types...>', 'only events of these types').choices(WEBHOOK_EVENT_TYPES);

const create = (): Command =>
  walletCommand('create', {
    description: 'Creates a webhook. Prints its secret alone on stdout: it is not shown again.',
    examples: [
      ['sluice webhooks create https://example.org/hook', 'every event'],
      [
        'sluice webhooks create https://example.org/hook --on order.confirmed order.failed',
        'what ends an order',
      ],
    ],
  })
    .argument('<address>', 'address that events are posted to', httpAddress)
    .addOption(onlyTypes())
    .option('--strategy <id>', 'only events of the orders of this plan')
    .action(runs(load, 'createWebhook'));

const list = (): Command =>
  walletCommand('list', {
    description: 'Lists the wallet’s webhooks, newest first, including disabled ones.',
    examples: [['sluice webhooks list', 'with how much waits and is dead']],
  }).action(runs(load, 'listWebhooks'));

const show = (): Command =>
  walletCommand('show', {
    description: 'Shows a webhook and its newest deliveries.',
    examples: [[`sluice webhooks show ${ID}`, 'what it was sent last']],
  })
    .argument('<id>')
    .action(runs(load, 'showWebhook'));

const update = (): Command =>
  walletCommand('update', {
    description:
      'Changes the address of a webhook, its event types, or both. Waiting deliveries go to the new address.',
    examples: [
      [`sluice webhooks update ${ID} https://example.org/other`, 'the address'],
      [`sluice webhooks update ${ID} --on order.failed`, 'the types of later events'],
    ],
  })
    .argument('<id>')
    .argument('[address]', 'address that events are posted to from now on', httpAddress)
    .addOption(onlyTypes())
    .action(runs(load, 'updateWebhook'));

const deliveries = (): Command =>
  walletCommand('deliveries', {
    description: 'Lists what a webhook was sent or will be, newest first.',
    examples: [
      [`sluice webhooks deliveries ${ID}`, 'the newest'],
      [`sluice webhooks deliveries ${ID} --state dead`, 'what can be replayed'],
    ],
  })
    .argument('<id>')
    .addOption(new Option('--state <state>', 'only these').choices(['waiting', 'delivered', 'dead']))
    .option('--after <id>', 'only those after this delivery: the last of the page before')
    .option('--limit <n>', 'how many', wholeNumber(100, 1), 20)
    .action(runs(load, 'listDeliveries'));

const rotate = (): Command =>
  walletCommand('rotate', {
    description:
      'Replaces the secret of a webhook. Prints the new one alone on stdout; for a day both sign its messages.',
    examples: [[`sluice webhooks rotate ${ID} > webhook.secret`, 'into a file']],
  })
    .argument('<id>')
    .action(runs(load, 'rotateSecret'));

const test = (): Command =>
  walletCommand('test', {
    description: 'Sends a webhook a ping. One that arrives enables a disabled webhook.',
    examples: [[`sluice webhooks test ${ID}`, 'its deliveries show what came of it']],
  })
    .argument('<id>')
    .action(runs(load, 'testWebhook'));

const replay = (): Command =>
  walletCommand('replay', {
    description: 'Sends dead deliveries again, all or one, or everything since a time.',
    examples: [
      [`sluice webhooks replay ${ID}`, 'all that is dead'],
      [`sluice webhooks replay ${ID} --since 2h`, 'everything of the last two hours, delivered or not'],
    ],
  })
    .argument('<id>')
    .option('--delivery <id>', 'only this one')
    .addOption(
      new Option(
        '--since <time>',
        'everything from this time on, up to 1000: ISO 8601, Unix seconds, or how long ago, such as 2h',
      )
        .argParser(timeFrom(-1))
        .conflicts('delivery'),
    )
    .action(runs(load, 'replayDeliveries'));

const remove = (): Command =>
  walletCommand('delete', {
    description: 'Deletes a webhook with all its deliveries.',
    examples: [[`sluice webhooks delete ${ID}`, 'at once']],
  })
    .argument('<id>')
    .action(runs(load, 'deleteWebhook'));
