import { randomUUID } from 'node:crypto';
import { startFork } from '../devnet/index.js';
import { createTrialChain } from '../../adapters/stacks/trial/trial-chain.js';
import type { TrialChain } from '../../ports/index.js';
import { readRegistry, withAccess, type ChainAccess } from './chain-access.js';
import { ConfigError } from './config.js';
import { settingsNamed } from './environment.js';
import { requireDevnet } from './needed-packages.js';
import { requireNode } from './no-response.js';

/** Interval of the fork's automatic blocks, ms. It is long, because trials mine their own blocks. */
const BLOCK_MS = 86_400_000;
/**
 * Time limit of a request to the fork, ms. It is long, because the fork responds only after reading what it needs from the network,
 * at the pace of the request allowance.
 */
const TIMEOUT_MS = 600_000;

/**
 * Starts a fork of the settings' network, runs `work` with access to it, and stops it. Reads and trials therefore see the same
 * block. STACKS_API_RPM limits the fork's requests.
 *
 * @param registryPath path of a registry to use in place of SLUICE_REGISTRY.
 * @throws ConfigError when a setting is unusable or names a devnet, NoResponse when the network does not respond, and an error
 * that names every problem of an unusable registry file.
 */
export async function withTrials<T>(
  registryPath: string | undefined,
  work: (access: ChainAccess & { readonly trials: TrialChain }) => Promise<T>,
): Promise<T> {
  requireDevnet();
  const { network, stacksApiUrl, stacksApiKey, stacksApiRpm, ...config } = settingsNamed(
    'SLUICE_NETWORK',
    'STACKS_API_URL',
    'STACKS_API_KEY',
    'STACKS_API_RPM',
    'SLUICE_REGISTRY',
  );
  if (network === 'devnet')
    throw new ConfigError('SLUICE_NETWORK must be mainnet or testnet: a devnet cannot be forked');
  if (stacksApiUrl === undefined) throw new ConfigError('STACKS_API_URL must name the node to read from');
  const registry = await readRegistry(network, registryPath ?? config.registryPath);
  await requireNode(stacksApiUrl, stacksApiKey);
  const controlToken = randomUUID();
  const fork = await startFork({
    blockMs: BLOCK_MS,
    controlPort: 0,
    controlToken,
    network: { url: stacksApiUrl, apiKey: stacksApiKey, requestsPerMinute: stacksApiRpm },
  });
  try {
    const { controlUrl, accounts, operatorKey } = fork;
    const [wallet, another] = accounts;
    if (controlUrl === undefined || wallet === undefined || another === undefined)
      throw new Error('the fork has no test controls');
    if (fork.network !== network)
      throw new ConfigError(`STACKS_API_URL is of ${fork.network}, not of ${network}`);
    return await withAccess(registry, { baseUrl: fork.stacksApiUrl, timeoutMs: TIMEOUT_MS }, (access) => {
      const options = {
        network,
        controlUrl,
        controlToken,
        accounts: [wallet, another],
        operatorKey,
      } as const;
      const trials = createTrialChain({ fork: options, node: access.chain, contracts: access.contracts });
      return work({ ...access, trials });
    });
  } finally {
    await fork.stop();
  }
}
