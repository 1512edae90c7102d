import {
  createContractReader,
  createLiquiditySource,
  createNodeClient,
  createPastBlocks,
  createSentSwaps,
  createSpentOrders,
  openRegistryFile,
  type HttpOptions,
  type StacksNode,
} from '../../adapters/stacks/index.js';
import { SystemClock } from '../../adapters/system/index.js';
import type { Registry } from '../../domain/market/registry.js';
import type { Network } from '../../domain/shared/network.js';
import type {
  ContractReader,
  LiquiditySource,
  PastBlocks,
  SentSwaps,
  SpentOrders,
} from '../../ports/index.js';
import { ConfigError } from './config.js';
import { settingsNamed } from './environment.js';
import { requireNode } from './no-response.js';
import { defaultRegistry } from '../run/registry.js';

/** Read access of commands to the chain. */
export interface ChainAccess {
  readonly registry: Registry;
  readonly chain: StacksNode;
  readonly contracts: ContractReader;
  readonly liquidity: LiquiditySource;
  readonly spentOrders: SpentOrders;
  readonly pastBlocks: PastBlocks;
  readonly sentSwaps: SentSwaps;
}

/** Retries of a command's requests. A command may wait for as long as a busy host asks it to. */
const PATIENCE = { retries: 10, firstPauseMs: 500, maxPauseMs: 65_000 } as const;

/**
 * Opens the registry and the chain that the settings name, runs `work` with them, and closes them. Reads no settings but
 * SLUICE_NETWORK, STACKS_API_URL, STACKS_API_KEY and SLUICE_REGISTRY.
 *
 * @param registryPath path of a registry to use in place of SLUICE_REGISTRY.
 * @param limits allowance of requests; unlimited if absent.
 * @throws ConfigError when a setting is unusable, NoResponse when the node does not respond, and an error that names every
 * problem of an unusable registry file.
 */
export async function withChain<T>(
  registryPath: string | undefined,
  work: (access: ChainAccess) => Promise<T>,
  limits: Pick<HttpOptions, 'budget'> = {},
): Promise<T> {
  const config = settingsNamed('SLUICE_NETWORK', 'STACKS_API_URL', 'STACKS_API_KEY', 'SLUICE_REGISTRY');
  const { network, stacksApiUrl: baseUrl, stacksApiKey: apiKey } = config;
  if (baseUrl === undefined)
    throw new ConfigError(
      'STACKS_API_URL must name the node to read from; that of a development chain is stacksApiUrl of GET /devnet',
    );
  const registry = await readRegistry(network, registryPath ?? config.registryPath);
  await requireNode(baseUrl, apiKey);
  return withAccess(registry, { baseUrl, apiKey, ...limits }, work);
}

/** Runs `work` with access to the chain behind the node at an address. */
export async function withAccess<T>(
  registry: Registry,
  address: Pick<HttpOptions, 'baseUrl' | 'apiKey' | 'timeoutMs' | 'budget'>,
  work: (access: ChainAccess) => Promise<T>,
): Promise<T> {
  const http = { ...address, ...PATIENCE };
  const node = createNodeClient(http);
  const contracts = createContractReader({ node, http });
  const liquidity = createLiquiditySource({ node, clock: new SystemClock() });
  try {
    const source = { current: () => registry };
    const spentOrders = createSpentOrders({ node, registry: source });
    const pastBlocks = createPastBlocks({ node, registry: source });
    const sentSwaps = createSentSwaps({ node, registry: source });
    return await work({ registry, chain: node, contracts, liquidity, spentOrders, pastBlocks, sentSwaps });
  } finally {
    await Promise.all([contracts.close(), node.close()]);
  }
}

/**
 * The registry at SLUICE_REGISTRY, or else the built-in one of SLUICE_NETWORK.
 *
 * @throws ConfigError if a setting is unusable, and an error that names every problem of an unusable registry file.
 */
export function configuredRegistry(): Promise<Registry> {
  const { network, registryPath } = settingsNamed('SLUICE_NETWORK', 'SLUICE_REGISTRY');
  return readRegistry(network, registryPath);
}

/**
 * Reads the registry file at the path, or without a path the network's built-in registry.
 *
 * @throws an error that names every problem of an unusable file.
 */
export async function readRegistry(network: Network, path: string | undefined): Promise<Registry> {
  if (path === undefined) return defaultRegistry(network);
  const file = await openRegistryFile(path, { network });
  if (!file.ok) throw new Error(`${path} is no usable registry:\n${file.error.problems.join('\n')}`);
  const registry = file.value.current();
  file.value.close();
  return registry;
}
