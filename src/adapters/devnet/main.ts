import { parseArgs } from 'node:util';
import { Chain } from './chain.js';
import { controlRoutes } from './controls.js';
import { Faults } from './faults.js';
import { openFork, type Fork, type ForkOptions } from './fork.js';
import { applyGenesis, genesisHash, genesisOrigin, OPERATOR, WALLETS } from './genesis.js';
import { listen, serveRoutes, type Listener } from './http-server.js';
import { openJournal } from './journal.js';
import { Miner } from './miner.js';
import { nodeRoutes } from './node-api.js';
import { UpstreamUnavailable, Vm } from './vm.js';

/** The child's message to its parent once it listens. */
export interface ReadyMessage {
  readonly stacksApiUrl: string;
  readonly controlUrl: string | undefined;
}

const USAGE = [
  'usage: main.js [--port 3999] [--control-port 0] [--block-ms 1000]',
  '  [--journal data/devnet.journal | --fork https://api.mainnet.hiro.so [--fork-height 5000000]]',
].join('\n');

/** What the operator's account gets on a fork, in microSTX: 10,000 STX. */
const FORK_OPERATOR_USTX = 10_000_000_000n;

/** The devnet process: standalone in a terminal, or a child that is controlled through IPC. */
async function main(): Promise<void> {
  const options = readOptions();
  const fork = options.fork === undefined ? undefined : await openFork(options.fork);
  const chain = fork === undefined ? await startDevnet(options.journalPath) : startFork(fork);
  const faults = new Faults();
  const miner = new Miner(chain, options.blockMs, fail);

  const nodeApi = serveRoutes(
    nodeRoutes(chain, faults, () => node.url, fork),
    report,
  );
  const node: Listener = await listen(faults.before(nodeApi), options.port);
  const controls = serveRoutes(controlRoutes({ chain, miner, faults, isFork: fork !== undefined }), report);
  const control = options.controlPort === undefined ? undefined : await listen(controls, options.controlPort);
  const stop = async () => {
    miner.pause();
    await Promise.all([node.close(), control?.close()]);
    chain.close();
    process.exit(0);
  };
  endWith(() => void stop().catch(fail));
  miner.resume();
  announce({ stacksApiUrl: node.url, controlUrl: control?.url }, fork);
}

async function startDevnet(journalPath: string | undefined): Promise<Chain> {
  const vm = await Vm.start({ network: 'devnet' });
  applyGenesis(vm);
  return Chain.start(vm, openJournal(journalPath, genesisHash()), genesisOrigin(vm));
}

/** The operator pays for swaps; everything else is as on the network. */
function startFork({ vm, origin }: Fork): Chain {
  vm.mintStx(OPERATOR.address, FORK_OPERATOR_USTX);
  return Chain.start(vm, openJournal(undefined, ''), origin);
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '3999' },
      'control-port': { type: 'string' },
      'block-ms': { type: 'string', default: '1000' },
      journal: { type: 'string' },
      fork: { type: 'string' },
      'fork-height': { type: 'string' },
    },
  });
  const controlPort = values['control-port'];
  return {
    port: wholeNumber('port', values.port, 0, 65_535),
    controlPort: controlPort === undefined ? undefined : wholeNumber('control-port', controlPort, 0, 65_535),
    blockMs: wholeNumber('block-ms', values['block-ms'], 10, 86_400_000),
    journalPath: values.journal,
    fork: readFork(values),
  };
}

interface ForkValues {
  readonly fork?: string | undefined;
  readonly 'fork-height'?: string | undefined;
  readonly journal?: string | undefined;
}

function readFork({ fork: url, 'fork-height': height, journal }: ForkValues): ForkOptions | undefined {
  if (url === undefined) {
    if (height !== undefined) throw new Error(`--fork-height needs --fork\n${USAGE}`);
    return undefined;
  }
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Error(`--fork must be the address of an API\n${USAGE}`);
  if (journal !== undefined)
    throw new Error('a fork keeps nothing when it ends: --journal and --fork exclude each other');
  return {
    url: url.replace(/\/+$/, ''),
    height: height === undefined ? undefined : wholeNumber('fork-height', height, 2, 4_000_000_000),
    apiKey: process.env['STACKS_API_KEY'] || undefined,
  };
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (/^[0-9]+$/.test(text) && value >= min && value <= max) return value;
  throw new Error(`--${name} must be a whole number from ${min} to ${max}\n${USAGE}`);
}

function announce(ready: ReadyMessage, fork: Fork | undefined): void {
  if (process.send !== undefined) return void process.send(ready);
  const { stacksApiUrl, controlUrl } = ready;
  const lines = [
    `devnet listens on ${stacksApiUrl}`,
    ...(fork === undefined ? [] : [`it continues ${fork.network} after block ${fork.origin.block.height}`]),
    ...(controlUrl === undefined ? [] : [`test controls on ${controlUrl}`]),
    'Keys for development only. They are public: never use them on another network.',
    ...[...WALLETS, OPERATOR].map(
      ({ name, address, privateKey }) => `  ${name.padEnd(9)} ${address} ${privateKey}`,
    ),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** A child ignores Ctrl-C, which reaches the whole process group; it ends on its parent's message or exit. */
function endWith(stop: () => void): void {
  if (process.send === undefined) process.once('SIGINT', stop).once('SIGTERM', stop);
  else process.once('message', stop);
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

if (process.send !== undefined) {
  process.once('disconnect', () => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
}
main().catch(fail);
