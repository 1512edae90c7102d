import type { Clock, Ports } from '../ports/index.js';
import type { Network } from '../domain/shared/network.js';
import { unwrap } from '../domain/shared/result.js';
import { toUnits } from '../domain/shared/units.js';
import { DEVNET_OPERATOR, devnetRegistry, startDevnet, type Devnet } from '../adapters/devnet/index.js';
import {
  builtInRegistry,
  createLiquiditySource,
  createNodeClient,
  createRegistry,
  createSignatureVerifier,
  createSwapSigner,
  createTokenBalances,
  openRegistryFile,
  parseOperatorKey,
  type HttpEvent,
  type OperatorKey,
} from '../adapters/stacks/index.js';

export interface ChainOptions {
  readonly network: Network;
  /** Absent on devnet: a devnet of our own is started. */
  readonly stacksApiUrl: string | undefined;
  readonly stacksApiKey: string | undefined;
  /** A secret. Absent on devnet: the development key. Absent elsewhere: no swaps are sent. */
  readonly operatorKey: string | undefined;
  readonly registryPath: string | undefined;
  readonly maxFeeUstx: bigint;
  readonly clock: Clock;
  readonly devnet: {
    readonly blockMs: number;
    readonly journalPath: string | undefined;
    readonly controlPort: number | undefined;
  };
  readonly log: ChainLog;
  /** Is told when the node's host has to be asked again or left alone. */
  readonly onNodeEvent?: ((event: HttpEvent) => void) | undefined;
}

/** What happens on the chain's side and an operator wants to read. */
export interface ChainLog {
  readonly info: (facts: object, message: string) => void;
  readonly warn: (facts: object, message: string) => void;
  readonly error: (facts: object, message: string) => void;
}

export interface OpenedChain {
  readonly ports: Pick<Ports, 'chain' | 'liquidity' | 'balances' | 'signatures' | 'registry' | 'signer'>;
  /** What a developer must know to use the devnet; absent on other networks. */
  readonly describeDevnet: (() => Promise<object>) | undefined;
  /** Resolves with the reason when an embedded devnet ends by itself. */
  readonly lost: Promise<string>;
  close(): Promise<void>;
}

/** Connects to the network's node, starting an embedded devnet where none is named. */
export async function openChain(options: ChainOptions): Promise<OpenedChain> {
  const { network, clock, log } = options;
  const devnet =
    network === 'devnet' && options.stacksApiUrl === undefined ? await openDevnet(options) : undefined;
  const baseUrl = devnet?.stacksApiUrl ?? options.stacksApiUrl;
  if (baseUrl === undefined) throw new Error(`${network} needs the address of a Stacks node`);
  const node = createNodeClient({
    baseUrl,
    ...(options.stacksApiKey !== undefined && { apiKey: options.stacksApiKey }),
    onEvent: (event) => {
      tellNodeEvent(log, event);
      options.onNodeEvent?.(event);
    },
  });
  const registry = await openRegistry(options);
  let closing = false;
  const operatorKey = readOperatorKey(options);
  if (operatorKey === undefined) log.warn({ network }, 'no operator key: swaps are not sent by this process');
  return {
    ports: {
      chain: node,
      liquidity: createLiquiditySource({ node, clock }),
      balances: createTokenBalances({ node }),
      signatures: createSignatureVerifier(),
      registry,
      signer:
        operatorKey === undefined
          ? undefined
          : createSwapSigner({ operatorKey, network, node, maxFeeUstx: toUnits(options.maxFeeUstx) }),
    },
    describeDevnet: network === 'devnet' ? () => askDevnet(baseUrl) : undefined,
    lost: devnet === undefined ? new Promise(() => undefined) : lossOf(devnet, () => closing),
    close: async () => {
      closing = true;
      registry.close();
      await node.close();
      await devnet?.stop();
    },
  };
}

function tellNodeEvent(log: ChainLog, { kind, ...facts }: HttpEvent): void {
  if (kind === 'host-paused') log.warn(facts, 'the node asks to be left alone for a while');
  else if (kind === 'circuit-opened')
    log.warn(facts, 'the node fails too often and is left alone for a while');
  else if (kind === 'circuit-closed') log.info(facts, 'the node answers again');
}

async function openDevnet({ devnet, log }: ChainOptions): Promise<Devnet> {
  const started = await startDevnet({ ...devnet, log: (line) => log.warn({ line }, 'devnet') });
  const { stacksApiUrl, controlUrl, accounts } = started;
  log.info({ stacksApiUrl, controlUrl }, 'devnet started');
  for (const { name, address, privateKey } of accounts) {
    log.info({ name, address, privateKey }, 'devnet wallet, for development only');
  }
  return started;
}

async function lossOf({ exited }: Devnet, expected: () => boolean): Promise<string> {
  const { code, signal } = await exited;
  return expected() ? new Promise(() => undefined) : `the devnet ended with ${signal ?? code}`;
}

function readOperatorKey({ network, operatorKey }: ChainOptions): OperatorKey | undefined {
  const raw = operatorKey ?? (network === 'devnet' ? DEVNET_OPERATOR.privateKey : undefined);
  if (raw === undefined) return undefined;
  const key = parseOperatorKey(raw);
  if (!key.ok) throw new Error(`SLUICE_OPERATOR_KEY ${key.error.reason}`);
  return key.value;
}

async function openRegistry({
  network,
  registryPath,
  log,
}: ChainOptions): Promise<Ports['registry'] & { close(): void }> {
  if (registryPath === undefined) {
    const registry =
      network === 'devnet' ? unwrap(createRegistry(devnetRegistry(), network)) : builtInRegistry(network);
    return { current: () => registry, close: () => undefined };
  }
  const file = await openRegistryFile(registryPath, {
    network,
    onReload: ({ vaults, tokens }) =>
      log.info({ vaults: vaults.length, tokens: tokens.length }, 'registry reloaded'),
    onError: ({ problems }) =>
      log.error({ problems }, 'registry file is unusable; the one before stays in force'),
  });
  if (!file.ok) throw new Error(`SLUICE_REGISTRY cannot be used: ${file.error.problems.join('; ')}`);
  return file.value;
}

async function askDevnet(baseUrl: string): Promise<object> {
  const answer = await fetch(new URL('/devnet', baseUrl), { signal: AbortSignal.timeout(5_000) });
  if (!answer.ok) throw new Error(`the devnet answered ${answer.status}`);
  return (await answer.json()) as object;
}
