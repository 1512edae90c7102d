import pLimit from 'p-limit';
import type { Registry } from '../../domain/market/registry.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { fieldsOf } from '../../domain/shared/fields.js';
import { ok, type Result } from '../../domain/shared/result.js';
import { isRoutable, rulesOf } from '../../domain/vault/kinds.js';
import type { BlockReader, ChainUnreachable, Clock, RegistrySource, Touched } from '../../ports/index.js';
import { contractsNamedIn, makeReachOf, type ReachOf } from './contract-reach.js';
import { readHoldings } from './liquidity.js';
import { metadataNotices } from './metadata-notices.js';
import type { StacksNode } from './node-client.js';

/** What a block reader reads with. */
export interface BlockReaderOptions {
  /** For blocks and contract sources. */
  readonly node: Pick<StacksNode, 'tip' | 'blockTransactions' | 'contractSource'>;
  /** For reserves. */
  readonly market: Pick<StacksNode, 'callRead' | 'stxBalance'>;
  readonly registry: RegistrySource;
  readonly clock: Clock;
  /** Called with listed tokens whose metadata a block may have changed. Must not throw. */
  readonly onMetadata?: (tokens: readonly ContractId[]) => void;
  /** How many vaults are queried at a time. Default 8. */
  readonly concurrency?: number;
}

/** After more blocks than this, every vault counts as touched. */
const MAX_BLOCKS = 8;

/**
 * Tells from the blocks' transactions which contracts they may have changed: those that a call names, and all that these
 * can call in turn. An aborted transaction changes nothing but its fee.
 *
 * @example
 * const node = createNodeClient({ baseUrl: 'https://api.mainnet.hiro.so' });
 * const blocks = createBlockReader({
 *   node: node.as('blocks'),
 *   market: node.as('market'),
 *   registry: { current: () => registry },
 *   clock,
 * });
 */
export function createBlockReader(options: BlockReaderOptions): BlockReader {
  const { node, market, registry, clock, onMetadata = () => {}, concurrency = 8 } = options;
  const limit = pLimit(concurrency);
  const reachOf = makeReachOf(node, makeListedCalls(registry));
  /** The last block whose transactions were read: the next one must build on it. */
  let last: { readonly height: number; readonly hash: unknown } | undefined;

  const touchedIn = async (
    height: number,
  ): Promise<Result<ReadonlySet<ContractId> | 'all' | 'unknown-block', ChainUnreachable>> => {
    const listed = await node.blockTransactions(height);
    if (!listed.ok) return listed;
    if (listed.value.kind !== 'found') return ok(listed.value.kind === 'untold' ? 'all' : 'unknown-block');
    const transactions = listed.value.transactions.map(fieldsOf);
    const noticed = metadataNotices(transactions, registry.current());
    if (noticed.length > 0) onMetadata(noticed);
    const [first] = transactions;
    const parent = last?.height === height - 1 ? last.hash : undefined;
    last = first && { height, hash: first['block_hash'] };
    const isFork = parent !== undefined && first !== undefined && first['parent_block_hash'] !== parent;
    return isFork ? ok('all') : contractsOf(transactions, reachOf);
  };

  return {
    newest: () => node.tip(),

    async touched(after, until) {
      const all = ok<Touched>({ contracts: 'all', until: until.height });
      if (until.height <= after || until.height - after > MAX_BLOCKS) return all;
      const contracts = new Set<ContractId>();
      for (let height = after + 1; height <= until.height; height++) {
        const touched = await touchedIn(height);
        if (!touched.ok) return touched;
        if (touched.value === 'all') return all;
        if (touched.value === 'unknown-block') return ok({ contracts, until: height - 1 });
        touched.value.forEach((contract) => contracts.add(contract));
      }
      return ok({ contracts, until: until.height });
    },

    async reservesAt(vault, at) {
      if (!rulesOf(vault).hasReserves) return ok(undefined);
      const readAt = clock.now();
      const holdings = await limit(() => readHoldings(market, vault, { at }));
      return holdings.ok ? ok(holdings.value && { ...holdings.value, readAt }) : holdings;
    },
  };
}

/**
 * What listed contracts call beside their arguments: the registry says what a routable vault trades and where its funds
 * are; tokens and routers call no vault on their own.
 */
function makeListedCalls(
  source: RegistrySource,
): (contract: ContractId) => readonly ContractId[] | undefined {
  let registry = source.current();
  let calls = listedCalls(registry);
  return (contract) => {
    if (registry !== source.current()) calls = listedCalls((registry = source.current()));
    return calls.get(contract);
  };
}

function listedCalls({ tokens, routers, vaults }: Registry): ReadonlyMap<ContractId, readonly ContractId[]> {
  const calls = new Map<ContractId, readonly ContractId[]>();
  for (const { contractId } of tokens) calls.set(contractId, []);
  for (const { id } of routers) calls.set(id, []);
  for (const vault of vaults.filter(isRoutable))
    calls.set(vault.contractId, [vault.tokenA, vault.tokenB, rulesOf(vault).holder(vault)]);
  return calls;
}

type Transaction = Readonly<Record<string, unknown>>;

async function contractsOf(
  transactions: readonly Transaction[],
  reachOf: ReachOf,
): Promise<Result<ReadonlySet<ContractId> | 'all', ChainUnreachable>> {
  const roots = new Set<ContractId>();
  for (const transaction of transactions) {
    const named = rootsOf(transaction);
    if (named === 'all') return ok('all');
    named.forEach((contract) => roots.add(contract));
  }
  return reachOf(roots);
}

/** The contracts that the transaction itself names. */
function rootsOf(transaction: Transaction): readonly ContractId[] | 'all' {
  const { tx_status: status, tx_type: type } = transaction;
  if (status === 'abort_by_response' || status === 'abort_by_post_condition') return [];
  switch (type) {
    case 'coinbase':
    case 'tenure_change':
    case 'poison_microblock':
      return [];
    case 'token_transfer':
      return contractsNamedIn(String(fieldsOf(transaction['token_transfer'])['recipient_address']));
    case 'smart_contract':
      return contractsNamedIn(String(fieldsOf(transaction['smart_contract'])['contract_id']));
    case 'contract_call': {
      const { contract_id: contract, function_args: args } = fieldsOf(transaction['contract_call']);
      const values = Array.isArray(args) ? args.map((arg) => String(fieldsOf(arg)['repr'])) : [];
      return contractsNamedIn([String(contract), ...values].join(' '));
    }
    default:
      return 'all';
  }
}
