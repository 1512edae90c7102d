import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Registry } from '../../domain/market/registry.js';
import { defined } from '../../domain/shared/fields.js';
import { accountsIn, type DevAccount } from './accounts.js';
import { devnetGenesis, mainnetGenesis } from './genesis.js';
import type { ReadyMessage, StartMessage } from './main.js';

export { devnetRegistry } from './devnet-registry.js';
export type { DevAccount } from './accounts.js';

/** The account that pays the fees of swaps on every devnet. Its key is public knowledge. */
export const DEVNET_OPERATOR: DevAccount = accountsIn('devnet').operator;

/** Options of {@link startDevnet}. */
export interface DevnetOptions {
  /** Milliseconds between blocks, 10 to 86,400,000. */
  readonly blockMs: number;
  /** File that keeps the chain across restarts; absent: the chain is in memory only. */
  readonly journalPath?: string | undefined;
  /** Port of the node interface on the loopback interface; 0 (the default) picks a free one. */
  readonly port?: number | undefined;
  /** Port of the test controls, 0 for a free one; absent: no test controls. */
  readonly controlPort?: number | undefined;
  /**
   * A registry of mainnet: the chain then has mainnet's addresses, version bytes and chain id, and a stand-in for each of
   * the registry's contracts under its id. Absent: the devnet's own contracts and dress.
   */
  readonly registry?: Registry | undefined;
  /** Receives the child's standard error, line by line. */
  readonly log?: ((line: string) => void) | undefined;
  /** Aborts the start; without effect on a running devnet. */
  readonly signal?: AbortSignal | undefined;
}

/** A running devnet: a Stacks node and API in a child process. */
export interface Devnet {
  /** Base address of the node interface, without a trailing slash. */
  readonly stacksApiUrl: string;
  /** Base address of the test controls. */
  readonly controlUrl: string | undefined;
  /**
   * A registry document: plain JSON. Where it was given, it also has the fees that the stand-ins take, and kinds for vaults
   * of kind `external`.
   */
  readonly registry: Registry;
  /** The demo wallets. Their keys are public knowledge. */
  readonly accounts: readonly DevAccount[];
  /** The address of the account that pays for swaps. */
  readonly operatorAddress: string;
  /** Private key of the account that pays for swaps: 66 hex characters, public knowledge. */
  readonly operatorKey: string;
  /** Process id of the child. */
  readonly pid: number;
  /** Stops the child, by force after three seconds; resolves when it has ended. */
  stop(): Promise<void>;
  /** Resolves when the child has ended, for whatever reason. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

const STOP_TIMEOUT_MS = 3_000;
const KEPT_STDERR_CHARACTERS = 4_000;

/**
 * Starts the devnet in a child process and waits until it listens (one to three seconds). The child ends with this
 * process, however that ends.
 *
 * @throws when the start is aborted, and with the child's error output when it fails: `@stacks/clarinet-sdk` is missing,
 *   a port is in use, or the journal is damaged or belongs to a chain in another dress or of another genesis.
 * @example
 * const devnet = await startDevnet({ blockMs: 1_000 });
 * const node = createNodeClient({ baseUrl: devnet.stacksApiUrl });
 */
export async function startDevnet(options: DevnetOptions): Promise<Devnet> {
  options.signal?.throwIfAborted();
  const { blockMs, journalPath, port = 0, controlPort, registry } = options;
  const given = { 'block-ms': blockMs, port, 'control-port': controlPort, journal: journalPath };
  const args = Object.entries(defined(given)).map(([name, value]) => `--${name}=${value}`);
  const child = fork(new URL('./main.js', import.meta.url), args, {
    // The child needs no environment, and this process's holds secrets.
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  child.send({ registry } satisfies StartMessage);
  const errorOutput = collectStderr(child, options.log);
  const exited = new Promise<Awaited<Devnet['exited']>>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const abort = () => child.kill('SIGKILL');
  options.signal?.addEventListener('abort', abort);
  const failed = exited.then(() => {
    throw new Error(`the devnet did not start: ${errorOutput() || 'it printed no error'}`);
  });
  const [{ stacksApiUrl, controlUrl }] = await Promise.race([
    once(child, 'message') as Promise<[ReadyMessage]>,
    failed,
  ]).finally(() => options.signal?.removeEventListener('abort', abort));
  const genesis = registry === undefined ? devnetGenesis() : mainnetGenesis(registry);
  const { wallets, operator } = genesis.accounts;
  return {
    stacksApiUrl,
    controlUrl,
    registry: genesis.registry,
    accounts: wallets,
    operatorAddress: operator.address,
    operatorKey: operator.privateKey,
    exited,
    pid: child.pid!,
    stop: () => stopChild(child, exited),
  };
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
