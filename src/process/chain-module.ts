import { ContainerModule } from 'inversify';
import type { Logger } from 'pino';
import { describeStart, startDevnet, type Devnet } from '../adapters/devnet/index.js';
import { bindResource, CLOSING, PORT, token } from '../adapters/inversify/index.js';
import {
  createAccountStates,
  createBlockReader,
  createContractLookup,
  createLiquiditySource,
  createNodeClient,
  createSignatureVerifier,
  createPastBlocks,
  createSpentOrders,
  createSubnetHoldings,
  createSwapSigner,
  createTokenBalances,
  RequestBudget,
  type HttpEvent,
  type StacksNode,
} from '../adapters/stacks/index.js';
import { toUnits } from '../domain/shared/units.js';
import { devnetJournalPath, type Config } from './config.js';
import { nodeMetrics } from '../adapters/prometheus/index.js';
import { EXECUTION_METRICS, LOG, METRICS } from './observation-module.js';
import { readOperatorKeys } from './operator-key.js';
import { learnFees, openRegistry, type ClosableRegistry, type LearningRegistry } from './registry.js';

const CHAIN_LOG = token<Logger>('chain-log');
const DEVNET = token<Devnet | undefined>('devnet');
const NODE = token<StacksNode>('node');
const WRITTEN_REGISTRY = token<ClosableRegistry>('written-registry');
const REGISTRY = token<LearningRegistry>('registry-source');

/** Where the process's Stacks node is: the configured address or the embedded devnet's. */
export const NODE_URL = token<string>('node-url');

/**
 * The ports of the chain: node, reserves, balances, signatures, registry and, with operator keys, the signers. On devnet
 * without a configured node, an embedded devnet is started.
 *
 * @param onLost is called when the embedded devnet ends although the process is not stopping.
 */
export const chainModule = (config: Config, onLost: (error: Error) => void): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(CHAIN_LOG).toResolvedValue((log) => log.child({ part: 'chain' }), [LOG]);
    bindResource(bind, WRITTEN_REGISTRY, {
      needs: [CHAIN_LOG],
      open: (log) => openRegistry(config, log),
      close: (registry) => registry.close(),
    });
    let isStopping = false;
    bindResource(bind, DEVNET, {
      needs: [CHAIN_LOG, CLOSING],
      open: async (log, signal) => {
        const devnet = await openDevnet(config, log, signal);
        void devnet?.exited.then(({ code, signal }) => {
          if (!isStopping) onLost(new Error(`the devnet ended with ${signal ?? code}`));
        });
        return devnet;
      },
      close: async (devnet) => {
        isStopping = true;
        await devnet?.stop();
      },
    });
    bind(NODE_URL).toResolvedValue((devnet) => nodeUrlOf(config, devnet), [DEVNET]);
    bindResource(bind, NODE, {
      needs: [NODE_URL, CHAIN_LOG, METRICS, EXECUTION_METRICS],
      open: (baseUrl, log, { registry }, metrics) => {
        const budget = openBudget(config);
        return createNodeClient({
          baseUrl,
          fallbackUrls: config.stacksFallbackUrls,
          apiKey: config.stacksApiKey,
          budget,
          onRequest: nodeMetrics(registry, budget && (() => allowanceOf(budget))),
          onEvent: (event) => {
            logNodeEvent(log, event);
            metrics.nodeTroubled(event);
          },
        });
      },
      close: (node) => node.close(),
    });
    bindResource(bind, REGISTRY, {
      needs: [WRITTEN_REGISTRY, PORT.liquidity, PORT.clock, CHAIN_LOG],
      open: (registry, liquidity, clock, log) => learnFees({ registry, liquidity, clock }, log),
      close: (registry) => registry.stop(),
    });
    bind(PORT.registry).toService(REGISTRY);
    bind(PORT.chain).toService(NODE);
    bind(PORT.signatures).toResolvedValue(createSignatureVerifier);
    bind(PORT.liquidity).toResolvedValue(
      (node, clock) => createLiquiditySource({ node: node.as('sending'), clock }),
      [NODE, PORT.clock],
    );
    bind(PORT.subnetHoldings).toResolvedValue(
      (node, clock) => createSubnetHoldings({ node: node.as('market'), clock }),
      [NODE, PORT.clock],
    );
    bind(PORT.blocks).toResolvedValue(
      (node, registry, clock) =>
        createBlockReader({ node: node.as('blocks'), market: node.as('market'), registry, clock }),
      [NODE, REGISTRY, PORT.clock],
    );
    bind(PORT.balances).toResolvedValue((node) => createTokenBalances({ node: node.as('sending') }), [NODE]);
    bind(PORT.accounts).toResolvedValue((node) => createAccountStates({ node: node.as('sending') }), [NODE]);
    if (config.requireContract)
      bind(PORT.contracts).toResolvedValue(
        (node) => createContractLookup({ node: node.as('lookups') }),
        [NODE],
      );
    bind(PORT.spentOrders).toResolvedValue(
      (node, registry) => createSpentOrders({ node, registry }),
      [NODE, REGISTRY],
    );
    bind(PORT.pastBlocks).toResolvedValue(
      (node, registry) => createPastBlocks({ node, registry }),
      [NODE, REGISTRY],
    );
    bind(PORT.signers).toResolvedValue(
      async (node, log) => {
        const { network } = config;
        const keys = await readOperatorKeys(config, log);
        if (keys.length === 0) log.warn({ network }, 'no operator key: this process sends no swaps');
        const shared = { network, node: node.as('sending'), maxFeeUstx: toUnits(config.maxFeeUstx) };
        return keys.map((operatorKey) => createSwapSigner({ operatorKey, ...shared }));
      },
      [NODE, CHAIN_LOG],
    );
  });

function nodeUrlOf({ network, stacksApiUrl }: Config, devnet: Devnet | undefined): string {
  const url = devnet?.stacksApiUrl ?? stacksApiUrl;
  if (url === undefined) throw new Error(`${network} needs the address of a Stacks node`);
  return url;
}

function openBudget({ stacksApiRpm: perMinute }: Config): RequestBudget | undefined {
  return perMinute === undefined ? undefined : new RequestBudget({ perMinute });
}

const allowanceOf = (budget: RequestBudget) => ({
  sending: budget.left('sending'),
  settlement: budget.left('settlement'),
  blocks: budget.left('blocks'),
  market: budget.left('market'),
  lookups: budget.left('lookups'),
});

function logNodeEvent(log: Logger, { kind, ...facts }: HttpEvent): void {
  if (kind === 'host-changed') log.warn(facts, 'the node failed; another one is in use');
  else if (kind === 'host-paused') log.warn(facts, 'the node asked for a pause; requests wait');
  else if (kind === 'circuit-opened') log.warn(facts, 'the node fails too often; requests are suspended');
  else if (kind === 'circuit-closed') log.info(facts, 'the node responds again');
}

async function openDevnet(config: Config, log: Logger, signal: AbortSignal): Promise<Devnet | undefined> {
  if (config.network !== 'devnet' || config.stacksApiUrl !== undefined) return undefined;
  const devnet = await startDevnet({
    blockMs: config.blockMs,
    controlPort: config.devnetControlPort,
    controlToken: config.devnetControlToken,
    journalPath: devnetJournalPath(config),
    log: (line) => log.warn({ line }, 'devnet'),
    onStart: (event) => log.info(event, describeStart(event)),
    signal,
  });
  const { stacksApiUrl, controlUrl, accounts } = devnet;
  log.info({ stacksApiUrl, controlUrl }, 'devnet started');
  for (const { name, address, privateKey } of accounts) {
    log.info({ name, address, privateKey }, 'devnet wallet, for development only');
  }
  return devnet;
}
