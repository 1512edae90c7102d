import type { Command } from 'commander';
import type { SubnetDirection } from '../../../sdk/client/index.js';
import type { MoveOptions } from '../subnets/move.js';
import { command, exitsWith, type CommandHelp } from './command.js';
import { decimalText } from './options.js';
import { requireAnswer, walletCommand, yesOption } from './wallet-options.js';

/** Variable that names the node for deposits and withdrawals, which are the wallet's own transactions. */
const SENDING_NODE = [
  'STACKS_API_URL',
  'Stacks node that the transaction is sent to, if the server is on no devnet; by default the network’s public one',
] as const;

export const subnetsCommand = (): Command =>
  command('subnets', {
    description: 'Deposits tokens into their subnets, whose copies orders sell, and withdraws them.',
    examples: [
      ['sluice subnets deposit 10 STX', 'turns 10 STX into 10 STX (subnet)'],
      ['sluice subnets withdraw 10 STX', 'turns them back'],
    ],
  })
    .addCommand(
      move('deposit', {
        description:
          'Turns tokens of the wallet into their subnet copies 1:1. The wallet signs a transaction and pays its fee; it is sent to the ' +
          'Stacks node, not to the server. Shows what is signed and asks first.',
        examples: [
          ['sluice subnets deposit 10 STX', 'asks before it signs'],
          ['sluice subnets deposit 250 USDd --wallet alice --yes', 'a wallet of the devnet'],
        ],
      }),
    )
    .addCommand(
      move('withdraw', {
        description:
          'Turns subnet copies of the wallet back into the tokens that they hold. Amounts that open orders sell are not kept back: such an ' +
          'order then waits for the wallet’s balance.',
        examples: [['sluice subnets withdraw 10 STX', 'asks before it signs']],
      }),
    );

const move = (direction: SubnetDirection, help: CommandHelp): Command =>
  walletCommand(direction, { ...help, environment: [SENDING_NODE] })
    .argument('<amount>', 'whole tokens in decimals', decimalText)
    .argument('<token>', 'symbol, or contract id of the token or of its copy')
    .addOption(yesOption())
    .hook('preAction', requireAnswer)
    .action(
      exitsWith(async (amount: string, token: string, options: MoveOptions) =>
        (await import('../subnets/move.js')).moveTokens(direction, { amount, token }, options),
      ),
    );
