import { Option, type Command } from 'commander';
import type { CancelOptions } from '../orders/cancel-orders.js';
import { command, exitsWith, runs } from './command.js';
import { CHAIN_SETTINGS, httpAddress, JSON_FLAG, timeFrom, urlOption, wholeNumber } from './options.js';
import { withConditions, withTerms } from './order-terms.js';
import { NODE, ownerCommand, requireAnswer, walletCommand, yesOption } from './wallet-options.js';

/** Names by which commands accept an order. */
const ORDER = 'its uuid or handle, or client: and the id that you gave it';

/** File in which commands that sign orders keep them. */
const KEEP = [
  '--keep <file>',
  'adds what was signed to this file, for orders verify; it holds signatures, and only you may read it',
] as const;

export const ordersCommand = (): Command =>
  command('orders', {
    description:
      'Places, rehearses, replays, reads, follows, cancels and verifies orders on a running server.',
    examples: [
      ['sluice orders place --sell 10 --of STX --for sBTC --slippage 0.01', 'asks before it signs'],
      ['sluice orders list --status open', 'the wallet’s open orders'],
      ['sluice orders cancel --all', 'all of them'],
    ],
  })
    .addCommand(place())
    .addCommand(rehearse())
    .addCommand(replay())
    .addCommand(list())
    .addCommand(show())
    .addCommand(report())
    .addCommand(watch())
    .addCommand(amend())
    .addCommand(cancel())
    .addCommand(cancelAfter())
    .addCommand(execute())
    .addCommand(verify());

const place = (): Command =>
  withTerms(
    walletCommand('place', {
      environment: [NODE],
      description:
        'Signs and places an order: at once or at a price, a stop with a target of which one cancels the other, or a plan. Shows what is ' +
        'signed and asks first. Amounts are whole tokens in decimals.',
      examples: [
        [
          'sluice orders place --sell 1.5 --of STX --for sBTC --at-least 0.001',
          'at once, or when it pays so much',
        ],
        [
          'sluice orders place --buy 0.001 --of STX --for sBTC',
          'the least STX that buys a thousandth of an sBTC now',
        ],
        [
          'sluice orders place --sell 100 --of USDd --for sBTC --max-price 90000 --price-of sBTC --below 90000',
          'buys when sBTC falls',
        ],
        [
          'sluice orders place --sell 100 --of OPAL --for USDd --stop 0.40 --target 0.60 --slippage 0.03',
          'whichever comes first',
        ],
        [
          'sluice orders place --sell 100 --of OPAL --for USDd --trail 500bp --slippage 0.03',
          'a stop that follows the price',
        ],
        [
          'sluice orders place --sell 50 --of USDd --for OPAL --max-price 0.52 --then-stop 0.40 --then-target 0.60 --then-slippage 0.03',
          'buys, and then sells at whichever comes first',
        ],
        [
          'sluice orders place --sell 25 --of USDd --for sBTC --slippage 0.01 --every 7d --times 4',
          'a month of weekly buys',
        ],
        [
          'sluice orders place --sell 1000 --of USDd --for sBTC --max-price 95000 --parts 12 --over 6h',
          'twelve parts at random times (TWAP)',
        ],
        [
          'sluice orders place --sell 250000 --of USDd --for STX --slippage 0.003 --split',
          'over several routes, each order with its own minimum',
        ],
      ],
    }),
  )
    .option('--router <id>', 'contract id of the router that it is signed for')
    .option('--split', 'sell in parts over up to four routes, a second apart, if that gives more')
    .option('--replaces <order>', 'an open order that is cancelled as this one is stored, or neither is')
    .option(...KEEP)
    .addOption(yesOption())
    .option(
      '--far-from-market',
      'sign also what is probably a mistake: what accepts over 15% less than the market pays, or asks for over three times as much',
    )
    .hook('preAction', requireAnswer)
    .action(runs(() => import('../orders/place-orders.js'), 'placeOrders'));

const rehearse = (): Command =>
  withTerms(
    ownerCommand('rehearse', {
      description:
        'Tells what would become of an order if it were placed now: whether it would be accepted and sent, and if not, why and until ' +
        'when. Signs and places nothing. Exits with 1 if it would be refused.',
      examples: [
        [
          'sluice orders rehearse --owner ST2V… --sell 1.5 --of STX --for sBTC --at-least 0.001',
          'of any address',
        ],
        [
          'sluice orders rehearse --wallet alice --sell 10 --of STX --for sBTC --slippage 0.01',
          'of a wallet',
        ],
      ],
    }),
  )
    .option('--owner <address>', 'who would place it; the wallet by default')
    .action(runs(() => import('../orders/rehearse-orders.js'), 'rehearseOrders'));

const replay = (): Command =>
  withTerms(
    ownerCommand('replay', {
      description:
        'Tells when the recorded prices of up to 90 days would have sent an order with a price. Signs and places nothing.',
      examples: [
        [
          'sluice orders replay --wallet alice --sell 100 --of USDd --for sBTC --slippage 0.01 --price-of sBTC --below 90000 --since 30d',
          'over a month',
        ],
      ],
    }),
  )
    .option('--owner <address>', 'who would place it; the wallet by default')
    .requiredOption(
      '--since <time>',
      'start: a time, UTC if it names no zone, or a duration ago',
      timeFrom(-1),
    )
    .option('--to <time>', 'end; now by default', timeFrom(-1))
    .action(runs(() => import('../orders/replay-orders.js'), 'replayOrders'));

const list = (): Command =>
  ownerCommand('list', {
    description: 'Lists orders, newest first: the owner’s, else the wallet’s, else all.',
    examples: [
      ['sluice orders list', 'the wallet’s, or all'],
      ['sluice orders list --owner ST2V… --pair STX/sBTC --status open', 'those of an address'],
    ],
  })
    .option('--owner <address>', 'only this address’s orders')
    .addOption(
      new Option('--status <status>', 'open includes broadcasted; ended is all but these')
        .choices(['all', 'open', 'broadcasted', 'confirmed', 'failed', 'cancelled', 'ended'])
        .default('all'),
    )
    .option('--pair <tokens>', 'only orders that sell one of two tokens for the other, such as STX/sBTC')
    .option('--strategy <id>', 'only orders of this plan')
    .option('--limit <n>', 'maximum number, newest first', wholeNumber(10_000, 1), 20)
    .action(runs(() => import('../orders/list-orders.js'), 'listOrders'));

const show = (): Command =>
  ownerCommand('show', {
    description: 'Shows an order, why it is not sent yet, and everything that happened to it.',
    examples: [['sluice orders show 7d3f0f6e-3f0d-4c2b-9a52-0f4b1f2f7c10', 'with its log']],
  })
    .argument('<order>', ORDER)
    .action(runs(() => import('../orders/show-order.js'), 'showOrder'));

const report = (): Command =>
  ownerCommand('report', {
    description:
      'Shows how well a confirmed order was executed: what was quoted, what it got, what was possible at the block before its swap, and why it differs.',
    examples: [['sluice orders report 7d3f0f6e-3f0d-4c2b-9a52-0f4b1f2f7c10', 'the parts of its shortfall']],
  })
    .argument('<order>', ORDER)
    .action(runs(() => import('../orders/show-report.js'), 'showReport'));

const watch = (): Command =>
  ownerCommand('watch', {
    description:
      'Prints what happens to an order until it has ended, and exits with 0 when it is confirmed, else with 1. Without an order it prints what ' +
      'happens to all of the owner’s until Ctrl-C. --json prints a line for each event.',
    examples: [
      ['sluice orders watch 7d3f0f6e-3f0d-4c2b-9a52-0f4b1f2f7c10', 'to its end'],
      ['sluice orders watch --owner ST2V…', 'all orders of an address'],
    ],
  })
    .argument('[order]', ORDER)
    .option('--owner <address>', 'whose orders are watched; the wallet’s by default')
    .action(runs(() => import('../orders/watch-orders.js'), 'watchOrders'));

const amend = (): Command =>
  withConditions(
    walletCommand('amend', {
      description:
        'Signs and stores new terms of an open order under the same uuid: its bound, price or window. What no option names stays as it is. ' +
        'For another token or amount, place an order that --replaces it.',
      examples: [
        [
          'sluice orders amend 7d3f0f6e-3f0d-4c2b-9a52-0f4b1f2f7c10 --price-of sBTC --below 88000',
          'another price',
        ],
        ['sluice orders amend client:bot-1 --slippage 0.02 --until 2d', 'another bound and end'],
      ],
    }),
  )
    .argument('<order>', ORDER)
    .option(...KEEP)
    .addOption(yesOption())
    .hook('preAction', requireAnswer)
    .action(runs(() => import('../orders/amend-order.js'), 'amendOrder'));

const cancel = (): Command =>
  ownerCommand('cancel', {
    description: 'Cancels open orders. Exits with 1 when one of them is not cancelled.',
    examples: [
      ['sluice orders cancel 7d3f0f6e-3f0d-4c2b-9a52-0f4b1f2f7c10', 'one'],
      ['sluice orders cancel --all --pair STX/sBTC', 'every open one of a pair'],
    ],
  })
    .argument('[orders...]', ORDER)
    .option('--all', 'every open order, or those that match')
    .option('--pair <tokens>', 'with --all: those that sell one of two tokens for the other')
    .option('--strategy <id>', 'with --all: those of this plan')
    .action((ids: readonly string[], options: CancelOptions, self: Command) => {
      const all = options.all === true;
      if (all && ids.length > 0) self.error('error: name orders or give --all, not both');
      if (!all && (options.pair ?? options.strategy) !== undefined)
        self.error('error: --pair and --strategy choose among --all');
      if (!all && ids.length === 0) self.error('error: name the orders, or give --all');
      return exitsWith(async () => (await import('../orders/cancel-orders.js')).cancelOrders(ids, options))();
    });

const cancelAfter = (): Command =>
  ownerCommand('cancel-after', {
    description:
      'Ends all open orders after a time unless the command runs again before: a dead man’s switch. With an API key, those that the ' +
      'key may cancel. Without a time, shows what is set.',
    examples: [
      ['sluice orders cancel-after 60', 'in a minute; run it every 20 seconds to keep the orders'],
      ['sluice orders cancel-after 0', 'disarms it'],
    ],
  })
    .argument('[seconds]', '5 to 86400, or 0 to disarm it', wholeNumber(86_400))
    .action(runs(() => import('../orders/cancel-after.js'), 'cancelAfter'));

const execute = (): Command =>
  ownerCommand('execute', {
    description: 'Sends the swap of an open order now, on a fresh quote.',
    examples: [['sluice orders execute 7d3f0f6e-3f0d-4c2b-9a52-0f4b1f2f7c10', 'prints its transaction']],
  })
    .argument('<order>', ORDER)
    .action(runs(() => import('../orders/execute-order.js'), 'executeOrder'));

const verify = (): Command =>
  command('verify', {
    settings: CHAIN_SETTINGS,
    description:
      'Compares orders that you keep with the chain, with what the server says of them, and with recorded prices: which rules hold, ' +
      'which are violated, and what nothing proves. Exits with 1 if one is violated. STACKS_API_URL names the node: use one that you trust, not the server’s.',
    examples: [
      ['sluice orders verify orders.json', 'what orders place --keep orders.json has signed'],
      ['sluice orders verify orders.json --prices https://other.example', 'by the prices of another server'],
    ],
  })
    .argument('<file>', 'what --keep of orders place and amend has written')
    .addOption(urlOption())
    .option('--prices <url>', 'server whose recorded prices decide; by default the one verified', httpAddress)
    .option('--executed', 'you have executed the orders yourself, so neither price nor window held them')
    .option(...JSON_FLAG)
    .action(runs(() => import('../orders/verify-orders.js'), 'verifyKeptOrders'));
