import {
  createAccountStates,
  createNodeClient,
  createSwapSigner,
  type OperatorKey,
} from '../../../adapters/stacks/index.js';
import { SystemClock } from '../../../adapters/system/index.js';
import { boundedText } from '../../../sdk/client/transport/bounded-text.js';
import { makeCheckClock } from '../../../application/market/chain-clock.js';
import type { Network } from '../../../domain/shared/network.js';
import { toUnits } from '../../../domain/shared/units.js';
import { readRegistry } from '../../server/chain-access.js';
import type { Config } from '../../server/config.js';
import { readOperatorKeys } from '../../server/operator-key.js';
import { amountOf } from '../../../sdk/words/token-words.js';
import { fail, messageOf, ok, warn, type Check } from './check.js';

const REQUEST_LIMIT_MS = 5_000;
const MAX_BYTES = 100_000;
const STX = { symbol: 'STX', decimals: 6 };

/** Chain ids of the networks; a development chain may have any. */
const CHAIN_IDS: Readonly<Partial<Record<Network, number>>> = { mainnet: 1, testnet: 0x80000000 };

export async function checkRegistry({ network, registryPath }: Config): Promise<readonly Check[]> {
  const name = registryPath ?? `the built-in one of ${network}`;
  try {
    const { tokens, vaults } = await readRegistry(network, registryPath);
    return [ok('registry', `${name}: ${tokens.length} tokens, ${vaults.length} vaults`)];
  } catch (error) {
    return [
      fail(
        'registry',
        messageOf(error).replaceAll(':\n', ': ').replaceAll('\n', '; '),
        'correct the file: sluice registry schema prints its rules',
      ),
    ];
  }
}

/** Checks each of the node's addresses: whether it responds, its network, and the time of its chain. */
export async function checkNode(config: Config): Promise<readonly Check[]> {
  const { stacksApiUrl, stacksFallbackUrls } = config;
  if (stacksApiUrl === undefined) return [ok('node', 'the server starts a development chain of its own')];
  const checks = await Promise.all(
    [stacksApiUrl, ...stacksFallbackUrls].map((url) => checkAddress(url, config)),
  );
  return checks.flat();
}

async function checkAddress(url: string, config: Config): Promise<readonly Check[]> {
  const { network, stacksApiKey } = config;
  const where = new URL(url).host;
  const remedy = 'check STACKS_API_URL, and STACKS_API_KEY if the host wants one';
  try {
    const { network_id: chainId, stacks_tip_height: height } = await readInfo(url, stacksApiKey);
    const wanted = CHAIN_IDS[network];
    if (wanted !== undefined && chainId !== wanted)
      return [fail('node', `${where} is of another network than ${network} (chain id ${chainId})`, remedy)];
    const clock = await checkClock(url, config);
    return [ok('node', `${where} responds, of ${network}, at block ${height}`), ...clock];
  } catch (error) {
    return [fail('node', `${where} does not respond: ${reasonOf(error)}`, remedy)];
  }
}

interface NodeInfo {
  readonly network_id: number;
  readonly stacks_tip_height: number;
}

async function readInfo(url: string, apiKey: string | undefined): Promise<NodeInfo> {
  const response = await fetch(`${url.replace(/\/+$/, '')}/v2/info`, {
    headers: apiKey === undefined ? {} : { 'x-api-key': apiKey },
    signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return JSON.parse(await boundedText(response, MAX_BYTES)) as NodeInfo;
}

function reasonOf(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: string; readonly message?: string } };
  return cause?.code ?? cause?.message ?? messageOf(error);
}

async function checkClock(url: string, config: Config): Promise<readonly Check[]> {
  return withNode(url, config, async (chain) => {
    const checked = await makeCheckClock({ chain, clock: new SystemClock() }, config)();
    if (checked.ok) return [ok('clock', 'agrees with the chain')];
    const { error } = checked;
    if (error.kind === 'chain-unreachable')
      return [warn('clock', `could not be compared: ${error.reason}`, 'the node’s index has to respond')];
    const minutes = Math.round(Math.abs(error.aheadMs) / 60_000);
    const side = error.aheadMs > 0 ? 'ahead of' : 'behind';
    return [
      fail(
        'clock',
        `is ${minutes} minutes ${side} the chain`,
        'set the clock, or wait for the node to catch up',
      ),
    ];
  });
}

/** Lends `work` a client of the node that fails quickly, because a person is waiting. */
export async function withNode<T>(
  baseUrl: string,
  { stacksApiKey: apiKey }: Config,
  work: (node: ReturnType<typeof createNodeClient>) => Promise<T>,
): Promise<T> {
  const node = createNodeClient({ baseUrl, apiKey, retries: 0, timeoutMs: REQUEST_LIMIT_MS });
  try {
    return await work(node);
  } finally {
    await node.close();
  }
}

/** The operator's accounts and their balances. Keys are neither shown nor sent. */
export async function checkOperator(config: Config): Promise<readonly Check[]> {
  if (!config.roles.includes('executor')) return [ok('operator', 'not needed: this process sends no swaps')];
  const warnings: string[] = [];
  let keys: readonly OperatorKey[];
  try {
    keys = await readOperatorKeys(config, { warn: (_facts, message) => void warnings.push(message) });
  } catch (error) {
    return [fail('operator', messageOf(error), 'correct SLUICE_OPERATOR_KEY or SLUICE_OPERATOR_KEY_FILE')];
  }
  if (keys.length === 0)
    return [
      warn(
        'operator',
        'there is no key: orders are taken, and no swap is sent',
        'set SLUICE_OPERATOR_KEY_FILE',
      ),
    ];
  const cautions = warnings.map((message) => warn('operator', message, 'chmod 600 the file'));
  return [...cautions, ...(await checkAccounts(keys, config))];
}

async function checkAccounts(keys: readonly OperatorKey[], config: Config): Promise<readonly Check[]> {
  const { stacksApiUrl, network, maxFeeUstx, limits } = config;
  if (stacksApiUrl === undefined) return [ok('operator', 'the development chain funds its account')];
  return withNode(stacksApiUrl, config, (node) => {
    const accounts = createAccountStates({ node });
    return Promise.all(
      keys.map(async (operatorKey) => {
        const { address } = createSwapSigner({ operatorKey, network, node, maxFeeUstx: toUnits(maxFeeUstx) });
        const state = await accounts.stateOf(address);
        if (!state.ok)
          return warn('operator', `${address}: its balance cannot be read`, 'the node has to respond');
        const { balanceUstx } = state.value;
        const found = `${address} holds ${amountOf(balanceUstx, STX)}`;
        const least = limits.minOperatorUstx ?? 0n;
        if (balanceUstx < maxFeeUstx) return fail('operator', found, 'send it STX: it cannot pay a fee');
        return balanceUstx < least
          ? warn('operator', `${found}, less than SLUICE_MIN_OPERATOR_USTX`, 'send it STX')
          : ok('operator', found);
      }),
    );
  });
}
