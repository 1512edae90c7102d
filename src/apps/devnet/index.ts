import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Registry } from '../../domain/market/registry.js';
import { checkOptions } from './start/check-options.js';
import type { ChildOptions, DevnetOptions, ForkDevnetOptions } from './start/options.js';
import { accountsIn, type DevAccount, type DevAccounts } from './vm/accounts.js';
import { devnetGenesis, mainnetGenesis } from './genesis/genesis.js';
import type { ProgressMessage, ReadyMessage, StartMessage } from './main.js';
import { prepareDevnet } from './start/prepare.js';

export { devnetRegistry } from './genesis/devnet-registry.js';
export { prepareDevnet } from './start/prepare.js';
export type { ChildOptions, DevnetOptions, ForkDevnetOptions, PreparedDevnet } from './start/options.js';
export { describeStart, type StartEvent } from './start/start-events.js';
export type { DevAccount } from './vm/accounts.js';

/** The account that pays the fees of swaps on every devnet. Its key is public. */
export const DEVNET_OPERATOR: DevAccount = accountsIn('devnet').operator;

/** A running Stacks node and API in a child process. */
interface Child {
  /** Base address of the node interface, without a trailing slash. */
  readonly stacksApiUrl: string;
  /** Base address of the test controls. */
  readonly controlUrl: string | undefined;
  /** The demo wallets. Their keys are public. */
  readonly accounts: readonly DevAccount[];
  /** The address of the account that pays for swaps. */
  readonly operatorAddress: string;
  /** Private key of the account that pays for swaps: 66 hex characters. The key is public. */
  readonly operatorKey: string;
  /** Process id of the child. */
  readonly pid: number;
  /** Stops the child, by force if it has not ended after three seconds. Resolves when it has ended. */
  stop(): Promise<void>;
  /** Resolves when the child has ended, for whatever reason. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

/** A running devnet. */
export interface Devnet extends Child {
  /**
   * A registry document: plain JSON. If a registry was given, it is that one, completed with the stand-ins' fees, and with
   * routable kinds for vaults of kind `external`.
   */
  readonly registry: Registry;
}

/** A running fork: a chain that continues a network, and is lost when it ends. */
export interface ForkDevnet extends Child {
  readonly network: 'mainnet' | 'testnet';
  /** Height of the network's block that the fork continues. */
  readonly height: number;
}

const STOP_TIMEOUT_MS = 3_000;
const KEPT_STDERR_CHARACTERS = 4_000;

/**
 * Starts the devnet in a child process and waits until it listens: one to three seconds, or longer if a journal without a usable
 * snapshot must be replayed. The child ends with this process, however this process ends.
 *
 * @throws RangeError that names every option that is unknown or out of range. Error if the start is aborted or fails; a failure
 * has the child's error output. Causes: `@stacks/clarinet-sdk` is missing, a port is in use, or the journal is damaged or belongs
 * to a chain in another dress or of another genesis.
 * @example
 * const devnet = await startDevnet({ blockMs: 1_000 });
 * const node = createNodeClient({ baseUrl: devnet.stacksApiUrl });
 */
export async function startDevnet(options: DevnetOptions): Promise<Devnet> {
  checkOptions(options, 'devnet');
  const { journalPath, registry, onStart } = options;
  const { child } = await startChild(options, { registry, journalPath }, onStart);
  const genesis = registry === undefined ? devnetGenesis() : mainnetGenesis(registry);
  return { ...child, ...publicOf(genesis.accounts), registry: genesis.registry };
}

/**
 * Starts a chain that continues a network in a child process. The network's contracts and state are read through its API on demand,
 * each entry once; nothing is ever sent to the network. The account that pays for swaps gets 10,000 STX. Waits until the chain listens
 * (some seconds).
 *
 * @throws RangeError that names every option that is unknown or out of range. Error if the start is aborted or fails; a failure
 * has the child's error output. Causes: `@stacks/clarinet-sdk` is missing, a port is in use, the network does not respond, or it
 * has no such block yet.
 * @example
 * const fork = await startFork({ blockMs: 1_000, network: { url: 'https://api.mainnet.hiro.so' } });
 * const node = createNodeClient({ baseUrl: fork.stacksApiUrl });
 */
export async function startFork(options: ForkDevnetOptions): Promise<ForkDevnet> {
  checkOptions(options, 'fork');
  const { child, ready } = await startChild(options, { fork: options.network });
  if (ready.fork === undefined) throw new Error('the devnet did not fork the network');
  const { network, height } = ready.fork;
  return { ...child, ...publicOf(accountsIn(network === 'mainnet' ? 'mainnet' : 'devnet')), network, height };
}

const publicOf = ({ wallets, operator }: DevAccounts) => ({
  accounts: wallets,
  operatorAddress: operator.address,
  operatorKey: operator.privateKey,
});

async function startChild(
  options: ChildOptions,
  message: Pick<StartMessage, 'registry' | 'fork' | 'journalPath'>,
  onStart?: DevnetOptions['onStart'],
) {
  const { blockMs, port = 0, controlPort, controlToken, prepared } = options;
  options.signal?.throwIfAborted();
  const { child } = prepared ?? prepareDevnet();
  child.send({ ...message, blockMs, port, controlPort, controlToken } satisfies StartMessage);
  const errorOutput = collectStderr(child, options.log);
  const exited = new Promise<Awaited<Child['exited']>>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const abort = () => child.kill('SIGKILL');
  options.signal?.addEventListener('abort', abort);
  const failed = exited.then(() => {
    throw new Error(`the devnet did not start: ${errorOutput() || 'it printed no error'}`);
  });
  const ready = await Promise.race([readyMessage(child, onStart), failed]).finally(() =>
    options.signal?.removeEventListener('abort', abort),
  );
  const { stacksApiUrl, controlUrl } = ready;
  const stop = () => stopChild(child, exited);
  return { ready, child: { stacksApiUrl, controlUrl, exited, pid: child.pid!, stop } };
}

function readyMessage(child: ChildProcess, onStart: DevnetOptions['onStart']): Promise<ReadyMessage> {
  return new Promise((resolve) => {
    child.on('message', (message: ProgressMessage | ReadyMessage) => {
      if ('starting' in message) onStart?.(message.starting);
      else resolve(message);
    });
  });
}

function collectStderr(child: ChildProcess, log: DevnetOptions['log']): () => string {
  let kept = '';
  createInterface({ input: child.stderr! }).on('line', (line) => {
    kept = `${kept}${line}\n`.slice(-KEPT_STDERR_CHARACTERS);
    if (line !== '') log?.(line);
  });
  return () => kept.trim();
}

async function stopChild(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  if (child.connected) child.send({ type: 'stop' });
  await exited;
  clearTimeout(timer);
}
