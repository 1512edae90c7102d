import { open } from 'node:fs/promises';
import { keySigner, type Signer } from '../../../sdk/signing/index.js';
import type { Network } from '../../../domain/shared/network.js';
import type { Environment } from '../../server/config.js';
import { commandVariable, environment } from '../../server/environment.js';
import { ofOption, UsageError } from '../usage-error.js';
import type { DevnetAccount } from './service.js';

/** Location of a wallet's key. The key itself is never on the command line, which shells and process lists retain. */
export interface WalletOptions {
  /** Path of a file that only its owner can read. */
  readonly keyFile?: string;
  /** Name of a wallet of the devnet. */
  readonly wallet?: string;
}

/** Location of the signing wallet's key, and the wallet's network. */
export interface WalletSource extends WalletOptions {
  readonly network: Network;
  /** The wallets of a devnet; none on other networks. */
  readonly accounts: readonly DevnetAccount[];
}

const VARIABLE = 'SLUICE_WALLET_KEY';
/** Maximum size of a key file; a longer text is not a key. */
const MAX_BYTES = 1_024;
const OTHERS = 0o077;

/**
 * The wallet that signs; undefined if neither an option nor the environment names one.
 *
 * @throws UsageError that never contains the key.
 */
export async function walletOf(
  { keyFile, wallet, network, accounts }: WalletSource,
  env = environment(),
): Promise<Signer | undefined> {
  if (wallet !== undefined) return keySigner(accountNamed(wallet, accounts).privateKey, network);
  if (keyFile !== undefined) {
    const key = await readKey(keyFile);
    return ofOption('--key-file', () => keySigner(key, network));
  }
  const key = commandVariable(VARIABLE, env);
  return key === undefined ? undefined : ofOption(VARIABLE, () => keySigner(key, network));
}

/** Like {@link walletOf}. @throws UsageError if nothing names a wallet. */
export async function requireWallet(source: WalletSource, env?: Environment): Promise<Signer> {
  const wallet = await walletOf(source, env);
  if (wallet !== undefined) return wallet;
  throw new UsageError(
    `no wallet is given: set ${VARIABLE}, or name a file with --key-file, or on a devnet a wallet with --wallet alice`,
  );
}

/** Whether the options or the environment name a wallet. */
export const namesWallet = ({ keyFile, wallet }: WalletOptions, env = environment()) =>
  keyFile !== undefined || wallet !== undefined || commandVariable(VARIABLE, env) !== undefined;

function accountNamed(name: string, accounts: readonly DevnetAccount[]): DevnetAccount {
  if (accounts.length === 0)
    throw new UsageError(
      `--wallet names a wallet of a devnet, and the server is on no devnet: use --key-file`,
    );
  const account = accounts.find((each) => each.name === name);
  if (account !== undefined) return account;
  // The text is not repeated: it may be a key.
  throw new UsageError(`--wallet: the devnet has ${accounts.map((each) => each.name).join(', ')}`);
}

async function readKey(path: string): Promise<string> {
  // Neither the text nor the system's error, which quotes it, is repeated: the text may be a key.
  const problem = (message: string) => new UsageError(`--key-file: ${message}`);
  const file = await open(path, 'r').catch((error: unknown) => {
    throw problem(`the file cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`);
  });
  try {
    const { mode } = await file.stat();
    if (process.platform !== 'win32' && (mode & OTHERS) !== 0)
      throw problem('others can read the file: chmod 600 makes it its owner’s');
    const { bytesRead, buffer } = await file.read(Buffer.alloc(MAX_BYTES + 1), 0, MAX_BYTES + 1, null);
    if (bytesRead > MAX_BYTES) throw problem('the file is too large for a key');
    return buffer.toString('utf8', 0, bytesRead).trim();
  } finally {
    await file.close();
  }
}
