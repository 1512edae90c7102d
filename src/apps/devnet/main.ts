import { once } from 'node:events';
import type { Registry } from '../../domain/market/registry.js';
import { readBuiltGenesis } from './start/built-genesis.js';
import { Chain } from './chain/chain.js';
import { guardControls } from './api/control-guard.js';
import { controlRoutes } from './api/controls.js';
import { Faults } from './api/faults.js';
import { openFork, type ForkOptions } from './fork/fork.js';
import { devnetGenesis, mainnetGenesis, type Genesis } from './genesis/genesis.js';
import { listen, openToPages, serveRoutes, type Listener } from './api/http-server.js';
import { KEEPS_NOTHING } from './chain/journal.js';
import { Miner } from './chain/miner.js';
import { nodeRoutes } from './api/node-api.js';
import { openChain, type Ahead, type OpenChain } from './start/open-chain.js';
import type { StartEvent } from './start/start-events.js';
import { loadSdk } from './vm/sdk.js';
import { UpstreamUnavailable } from './vm/upstream.js';

/** The parent's first message. A second message stops the child, whatever it contains. */
export interface StartMessage {
  /** Time between blocks, milliseconds. */
  readonly blockMs: number;
  /** Port of the node interface; 0 means any free one. */
  readonly port: number;
  readonly controlPort?: number | undefined;
  readonly journalPath?: string | undefined;
  /** A mainnet registry whose contracts are replaced by stand-ins. If absent, the chain has the devnet's own contracts. */
  readonly registry?: Registry | undefined;
  /** A network that the chain continues, instead of beginning with a genesis. */
  readonly fork?: ForkOptions | undefined;
  /** Token that callers of the test controls must send; none if absent. */
  readonly controlToken?: string | undefined;
}

/** Message of a starting child to its parent. */
export interface ProgressMessage {
  readonly starting: StartEvent;
}

/** The child's message to its parent once it listens. */
export interface ReadyMessage {
  readonly stacksApiUrl: string;
  readonly controlUrl: string | undefined;
  /** The network that the chain continues, and the height of its block after which the chain begins. */
  readonly fork?: { readonly network: 'mainnet' | 'testnet'; readonly height: number } | undefined;
}

/** The devnet process: a child that is controlled through IPC. */
async function main(): Promise<void> {
  const genesis = devnetGenesis();
  const ahead = { sdk: loadSdk(), built: readBuiltGenesis(genesis) };
  // Ignored only here: a failure is reported where the promise is awaited.
  ahead.sdk.catch(() => undefined);
  const [message] = (await once(process, 'message')) as [StartMessage];
  const { blockMs, port, controlPort } = message;
  const { chain, snapshots } = await startChain(message, genesis, ahead);
  const faults = new Faults();
  const miner = new Miner(chain, blockMs, { mined: () => snapshots?.afterBlock(), fail });

  const nodeApi = openToPages(
    serveRoutes(
      nodeRoutes(chain, faults, () => node.url),
      report,
    ),
  );
  const node: Listener = await listen(faults.before(nodeApi), port);
  const controls = guardControls(
    serveRoutes(controlRoutes({ chain, miner, faults }), report),
    message.controlToken,
  );
  const control = controlPort === undefined ? undefined : await listen(controls, controlPort);
  const stop = async () => {
    miner.pause();
    await Promise.all([node.close(), control?.close()]);
    await snapshots?.close();
    chain.close();
    process.exit(0);
  };
  process.once('message', () => void stop().catch(fail));
  miner.resume();
  const { network, block } = chain.origin;
  const fork = network && { network: network.name, height: block.height };
  process.send?.({ stacksApiUrl: node.url, controlUrl: control?.url, fork } satisfies ReadyMessage);
}

async function startChain(
  { registry, fork, journalPath }: StartMessage,
  own: Genesis,
  ahead: Ahead,
): Promise<OpenChain> {
  if (fork !== undefined) {
    const { vm, origin, beginning } = await openFork(fork, ahead.sdk);
    return { chain: Chain.begin({ vm, journal: KEEPS_NOTHING, genesis: beginning, origin }) };
  }
  const genesis = registry === undefined ? own : mainnetGenesis(registry);
  const onStart = (starting: StartEvent) => process.send?.({ starting } satisfies ProgressMessage);
  return openChain(genesis, journalPath, { onStart, report }, ahead);
}

function report(cause: unknown): void {
  process.stderr.write(
    `devnet: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`,
  );
}

function fail(cause: unknown): never {
  if (cause instanceof UpstreamUnavailable)
    process.stderr.write(`devnet: the network cannot be forked: ${cause.message}\n`);
  else report(cause);
  process.exit(1);
}

if (process.send === undefined) fail(new Error('the devnet is started by npm run devnet or startDevnet'));
// Ctrl-C signals the whole process group, but the child ends only when its parent says so or exits.
process.once('disconnect', () => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
main().catch(fail);
