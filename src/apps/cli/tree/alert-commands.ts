import { Argument, Option, type Command } from 'commander';
import { ALERT_KIND_NAMES, MAX_NOTE, MOVE_BPS } from '../../../domain/alert/condition.js';
import { command, runs } from './command.js';
import { decimal, decimalText, duration, timeFrom } from './options.js';
import { ownerCommand } from './wallet-options.js';

const ID = '8f14e45fceea167a5a36dedd4bea2543';

export const alertsCommand = (): Command =>
  command('alerts', {
    description: 'Has a wallet told once when a price, a token or its own balance reaches something.',
    examples: [
      ['sluice alerts add price STX --above 2.5', 'in dollars'],
      ['sluice alerts add move sBTC --by 5 --within 1h', 'a rise or a fall of 5%'],
      ['sluice alerts watch', 'prints each alert as it fires'],
    ],
  })
    .addCommand(add())
    .addCommand(list())
    .addCommand(watch())
    .addCommand(rearm())
    .addCommand(remove());

const load = () => import('../alerts/alerts.js');

const add = (): Command =>
  ownerCommand('add', {
    description:
      'Creates an alert, which fires once: over the wallet’s webhooks and to `sluice alerts watch`. One that is true already fires at once.',
    examples: [
      ['sluice alerts add price STX --below 0.9 --note "buy more"', 'in dollars'],
      ['sluice alerts add price STX --above 0.00002 --per sBTC', 'in another token'],
      ['sluice alerts add balance STX --below 10', 'what the wallet holds, in whole tokens'],
      ['sluice alerts add stale STX', 'when its price is older than 15 minutes'],
    ],
  })
    .addArgument(new Argument('<kind>', 'what is watched').choices(ALERT_KIND_NAMES))
    .argument('<token>', 'contract id or symbol')
    .addOption(
      new Option('--above <number>', 'of price and balance: when it is at or above')
        .argParser(decimalText)
        .conflicts('below'),
    )
    .option('--below <number>', 'of price and balance: when it is at or below', decimalText)
    .option('--per <token>', 'of price: the unit, in place of dollars')
    .option('--by <percent>', 'of move: how far up or down', decimal(MOVE_BPS.maximum / 100))
    .option('--within <duration>', 'of move: in which time, 5m to 24h', duration)
    .option('--note <text>', `text for yourself, up to ${MAX_NOTE} characters`)
    .action(runs(load, 'addAlert'));

const list = (): Command =>
  ownerCommand('list', {
    description: 'Lists the wallet’s alerts, newest first, including those that have fired.',
    examples: [['sluice alerts list', 'with what they fired at']],
  }).action(runs(load, 'listAlerts'));

const watch = (): Command =>
  ownerCommand('watch', {
    description: 'Prints each alert of the wallet as it fires, until interrupted.',
    examples: [['sluice alerts watch --once', 'ends after the first']],
  })
    .option('--once', 'end after one alert has fired')
    .option(
      '--since <time>',
      'with what fired since then: ISO 8601, Unix seconds, or how long ago, such as 2h',
      timeFrom(-1),
    )
    .action(runs(load, 'watchAlerts'));

const rearm = (): Command =>
  ownerCommand('rearm', {
    description: 'Arms an alert again that has fired: at once, or as soon as it is no longer true.',
    examples: [[`sluice alerts rearm ${ID}`, 'at the next crossing']],
  })
    .argument('<id>')
    .action(runs(load, 'rearmAlert'));

const remove = (): Command =>
  ownerCommand('remove', {
    description: 'Deletes an alert.',
    examples: [[`sluice alerts remove ${ID}`, 'at once']],
  })
    .argument('<id>')
    .action(runs(load, 'removeAlert'));
