import { ContainerModule } from 'inversify';
import { startDevnet, type Devnet } from '../adapters/devnet/index.js';
import { bindResource, CLOSING, token } from '../adapters/inversify/index.js';
import type { RequestBudget } from '../adapters/stacks/index.js';
import { devnetJournalPath, type Config } from './config.js';
import { nodeMetrics } from '../adapters/prometheus/index.js';
import { EXECUTION_METRICS, LOG, METRICS } from './observation-module.js';
import { readOperatorKeys } from './operator-key.js';
import { NODE, OPERATOR_KEYS, WRITTEN_REGISTRY } from '../run/chain-ports.js';
import { CHAIN_LOG, type Log } from '../run/log.js';
import { openNode } from '../run/node.js';
import { openRegistry } from '../run/registry.js';

const DEVNET = token<Devnet | undefined>('devnet');

/** Where the process's Stacks node is: the configured address or the embedded devnet's. */
export const NODE_URL = token<string>('node-url');

/**
 * What `chainPortsModule` builds on: the node, the registry and the operator's keys. On devnet without a configured node, an
 * embedded devnet is started.
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
      open: (url, log, { registry }, metrics) => {
        const {
          stacksFallbackUrls: fallbackUrls,
          stacksApiKey: apiKey,
          stacksApiRpm: requestsPerMinute,
        } = config;
        return openNode({ url, fallbackUrls, apiKey, requestsPerMinute }, log, {
          onRequest: (budget) => nodeMetrics(registry, budget && (() => allowanceOf(budget))),
          onEvent: metrics.nodeTroubled,
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
  lookups: budget.left('lookups'),
});

async function openDevnet(config: Config, log: Log, signal: AbortSignal): Promise<Devnet | undefined> {
  if (config.network !== 'devnet' || config.stacksApiUrl !== undefined) return undefined;
  const devnet = await startDevnet({
    blockMs: config.blockMs,
    controlPort: config.devnetControlPort,
    controlToken: config.devnetControlToken,
    journalPath: devnetJournalPath(config),
    log: (line) => log.warn({ line }, 'devnet'),
    signal,
  });
  const { stacksApiUrl, controlUrl, accounts } = devnet;
  log.info({ stacksApiUrl, controlUrl }, 'devnet started');
  for (const { name, address, privateKey } of accounts) {
    log.info({ name, address, privateKey }, 'devnet wallet, for development only');
  }
  return devnet;
}
