import { Option, type Command } from 'commander';
import { isTerminal } from '../../../adapters/terminal/index.js';
import { command, type CommandHelp } from './command.js';
import { JSON_FLAG, urlOption } from './options.js';

const WALLET_KEY = [
  'SLUICE_WALLET_KEY',
  'private key of the wallet that signs, if no option names one',
] as const;
/** Options of commands that read balances. */
export const NODE = [
  'STACKS_API_URL',
  'Stacks node that says what the wallet holds, if the server is on no devnet',
] as const;
const API_KEY = ['SLUICE_API_KEY', 'API key, used if no option names a wallet'] as const;

/** Makes a command that needs a wallet's signature. The key is never an argument, which shells and process lists would retain. */
export const walletCommand = (name: string, help: CommandHelp): Command =>
  withWallet(command(name, { ...help, environment: [WALLET_KEY, ...(help.environment ?? [])] }));

/** Makes a command that a wallet or an API key may authorise. */
export const ownerCommand = (name: string, help: CommandHelp): Command =>
  withWallet(command(name, { ...help, environment: [WALLET_KEY, API_KEY] }));

const withWallet = (each: Command): Command =>
  withNetwork(
    each
      .addOption(urlOption())
      .addOption(
        new Option(
          '--wallet <name>',
          'a wallet of the devnet that the server is on, such as alice',
        ).conflicts('keyFile'),
      )
      .option('--key-file <file>', 'file with the private key, which its owner alone may read'),
  ).option(...JSON_FLAG);

/** Adds the options that say for which network and tokens something is signed. */
export const withNetwork = (each: Command): Command =>
  each
    .addOption(
      new Option(
        '--network <name>',
        'the server’s network; a devnet is found by itself, else mainnet',
      ).choices(['mainnet', 'testnet']),
    )
    .addOption(
      new Option('--registry <file>', 'registry file, in place of the network’s built-in registry').env(
        'SLUICE_REGISTRY',
      ),
    );

export const yesOption = (): Option =>
  new Option('-y, --yes', 'sign without asking; required without a terminal').default(false);

/** Ends the command if it needs consent, but there is no terminal to ask on and no --yes. */
export function requireAnswer(self: Command): void {
  if (self.opts()['yes'] !== true && !isTerminal())
    self.error('error: without a terminal there is no person to ask: --yes confirms what is signed');
}
