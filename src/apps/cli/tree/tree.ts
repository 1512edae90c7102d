import type { Command } from 'commander';
import { TERMINAL } from '../../../adapters/terminal/index.js';
import { programVersion } from '../../server/installation.js';
import { command, prepare, type Terminal } from './command.js';
import { alertsCommand } from './alert-commands.js';
import { completionCommand } from './completion-command.js';
import { databaseCommands } from './database-commands.js';
import { keysCommand } from './key-commands.js';
import { gatewayCommand } from './gateway-command.js';
import { mcpCommand } from './mcp-command.js';
import { metadataCommand } from './metadata-commands.js';
import { operatorCommands } from './operator-commands.js';
import { ordersCommand } from './order-commands.js';
import { historyCommand, pricesCommand, tokenCommand } from './prices-commands.js';
import { portfolioCommand } from './portfolio-command.js';
import { depthCommand, quoteCommand } from './quote-command.js';
import { subnetsCommand } from './subnet-commands.js';
import { startCommands } from './start-commands.js';
import { tradesCommand } from './trades-commands.js';
import { webhooksCommand } from './webhook-commands.js';

/**
 * Builds the whole program: every command with its options and help. A command's own code is loaded only when it runs, because help
 * and usage errors do not need it.
 */
export function sluiceTree(terminal: Terminal = TERMINAL): Command {
  const program = command('sluice', {
    description:
      'Sluice: orders, routing, prices and metadata of a decentralised exchange on Stacks. ' +
      'Without a command it serves: see sluice serve --help.',
    examples: [
      ['sluice', 'serves on http://127.0.0.1:3000, with a development chain of its own'],
      ['sluice demo --url http://127.0.0.1:3000', 'signs an order and follows it to its confirmation'],
      ['sluice doctor', 'checks the settings and everything that they name'],
    ],
  }).version(programVersion(), '-V, --version', 'print the version');
  const groups: readonly (readonly [title: string, commands: readonly Command[]])[] = [
    ['Start:', startCommands()],
    [
      'Trade:',
      [
        quoteCommand(),
        depthCommand(),
        ordersCommand(),
        subnetsCommand(),
        alertsCommand(),
        keysCommand(),
        webhooksCommand(),
        mcpCommand(),
        gatewayCommand(),
      ],
    ],
    [
      'Look and keep:',
      [
        portfolioCommand(),
        pricesCommand(),
        historyCommand(),
        tradesCommand(),
        tokenCommand(),
        metadataCommand(),
        ...databaseCommands(),
      ],
    ],
    ['Operate:', operatorCommands()],
    ['Shell:', [completionCommand(() => program)]],
  ];
  for (const [title, commands] of groups)
    for (const each of commands) program.addCommand(each.helpGroup(title));
  return prepare(program, terminal);
}
