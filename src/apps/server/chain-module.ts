import { ContainerModule } from 'inversify';
import type { Devnet } from '../devnet/index.js';
import { bindResource, CLOSING, token } from '../../adapters/inversify/index.js';
import type { SharedCounts } from '../../adapters/express/index.js';
import type { RequestBudget, RequestPurpose } from '../../adapters/stacks/index.js';
import { ConfigError, type Config } from './config.js';
import { openDevnet, type OwnDevnetOptions } from './embedded-devnet.js';
import { nodeMetrics } from '../../adapters/prometheus/index.js';
import { EXECUTION_METRICS, LOG, METRICS, PROCESS_WATCH, START_UP } from './observation-module.js';
import { readOperatorKeys } from './operator-key.js';
import { TRACES } from './traces-module.js';
import { NODE, OPERATOR_KEYS, WRITTEN_REGISTRY } from '../run/chain-ports.js';
import { CHAIN_LOG } from '../run/log.js';
import { openNode } from '../run/node.js';
import { openRegistry } from '../run/registry.js';
import { StartError } from '../run/start-error.js';

const DEVNET = token<Devnet | undefined>('devnet');

/** Address of the process's Stacks node: the configured one or the embedded devnet's. */
export const NODE_URL = token<string>('node-url');

export interface ChainOptions extends OwnDevnetOptions {
  /** Called if the embedded devnet ends although the process is not stopping. */
  readonly onLost: (error: Error) => void;
  /** Counts of the requests of other processes, which share the node's allowance; none when absent. */
  readonly counts?: SharedCounts | undefined;
}

/**
 * Module that provides what `chainPortsModule` needs: the node, the registry and the operator's keys. On devnet without a
 * configured node, it starts an embedded devnet.
 */
export const chainModule = (
  config: Config,
  { onLost, showKeys, prepared, counts }: ChainOptions,
): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(CHAIN_LOG).toResolvedValue((log) => log.child({ part: 'chain' }), [LOG]);
    bindResource(bind, WRITTEN_REGISTRY, {
      needs: [CHAIN_LOG, START_UP],
      open: (log, startUp) => {
        if (config.registryPath !== undefined)
          startUp.begin('reading the registry', { registry: config.registryPath });
        return openRegistry(config, log).catch((error: unknown) => {
          throw error instanceof StartError ? new ConfigError(`SLUICE_REGISTRY: ${error.message}`) : error;
        });
      },
      close: (registry) => registry.close(),
    });
    let isStopping = false;
    bindResource(bind, DEVNET, {
      needs: [CHAIN_LOG, START_UP, CLOSING],
      open: async (log, startUp, signal) => {
        const devnet = await openDevnet(config, { log, startUp, showKeys, prepared, signal });
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
      needs: [NODE_URL, CHAIN_LOG, METRICS, EXECUTION_METRICS, PROCESS_WATCH, TRACES],
      open: (url, log, { registry }, metrics, watch, traces) => {
        const {
          stacksFallbackUrls: fallbackUrls,
          stacksApiKey: apiKey,
          stacksApiRpm: requestsPerMinute,
        } = config;
        return openNode({ url, fallbackUrls, apiKey, requestsPerMinute }, log, {
          tracer: traces?.tracer,
          onRequest: (budget) => {
            if (budget !== undefined && counts !== undefined) shareBudget(budget, counts);
            return nodeMetrics(registry, budget && (() => allowanceOf(budget)));
          },
          onEvent: (event) => {
            metrics.nodeTroubled(event);
            watch.nodeTroubled(event);
          },
        });
      },
      close: (node) => node.close(),
    });
    bind(OPERATOR_KEYS).toResolvedValue((log) => readOperatorKeys(config, log), [CHAIN_LOG]);
  });

function nodeUrlOf({ network, stacksApiUrl }: Config, devnet: Devnet | undefined): string {
  const url = devnet?.stacksApiUrl ?? stacksApiUrl;
  if (url === undefined) throw new Error(`${network} needs the address of a Stacks node`);
  return url;
}

const allowanceOf = (budget: RequestBudget) => ({
  sending: budget.left('sending'),
  settlement: budget.left('settlement'),
  blocks: budget.left('blocks'),
  market: budget.left('market'),
  funds: budget.left('funds'),
  'funds-again': budget.left('funds-again'),
  wallets: budget.left('wallets'),
  lookups: budget.left('lookups'),
  fees: budget.left('fees'),
  trades: budget.left('trades'),
});

const BUDGET_TOPIC = 'node requests';

function shareBudget(budget: RequestBudget, counts: SharedCounts): void {
  budget.onSpent((purpose) => counts.tell(BUDGET_TOPIC, purpose, 1));
  counts.hear(BUDGET_TOPIC, (purpose, amount) => {
    for (let n = 0; n < amount; n++) budget.spentElsewhere(purpose as RequestPurpose);
  });
}
