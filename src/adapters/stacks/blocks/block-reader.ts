import pLimit from 'p-limit';
import type { Txid } from '../../../domain/order/ids.js';
import type { BlockRef } from '../../../domain/order/swap-transaction.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import { fieldsOf } from '../../../domain/shared/fields.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import { rulesOf } from '../../../domain/vault/kinds.js';
import type { Vault } from '../../../domain/vault/vault.js';
import type {
  BlockReader,
  ChainRead,
  ChainUnreachable,
  Clock,
  RegistrySource,
  Touched,
} from '../../../ports/index.js';
import { makeReach } from '../contracts/contract-reach.js';
import { BlockKnowledge, makeListedCalls } from './block-knowledge.js';
import { callOf, contractsOf, hasNoEffect, precedingIn, type Transaction } from './block-transactions.js';
import { readHoldings, readQuote } from './liquidity.js';
import { metadataNotices } from './metadata-notices.js';
import { unreachable } from '../node/http.js';
import type { StacksNode } from '../node/node-client.js';

/** Options of a block reader. */
export interface BlockReaderOptions {
  /** For blocks and contract sources. */
  readonly node: Pick<
    StacksNode,
    'tip' | 'blockTransactions' | 'transactionWithArguments' | 'parentHashAt' | 'contractSource'
  >;
  /** For reserves. */
  readonly market: Pick<StacksNode, 'callRead' | 'stxBalance' | 'waitFor'>;
  readonly registry: RegistrySource;
  readonly clock: Clock;
  /** Called with listed tokens whose metadata a block may have changed. Must not throw. */
  readonly onMetadata?: (tokens: readonly ContractId[]) => void;
  /** Shared with other readers of blocks; its own if absent. */
  readonly knowledge?: BlockKnowledge;
}

/** Number of vaults queried at a time. */
const CONCURRENCY = 8;
/** Maximum number of new blocks to read. With more, every vault counts as touched. */
const MAX_BLOCKS = 8;
/**
 * Maximum number of calls in a block whose arguments are read one by one. With more, every vault counts as touched, because
 * reading the vaults costs no more.
 */
const MAX_ARGUMENTS = 25;

/**
 * Finds out from the blocks' transactions which contracts they may have changed: those named in a call, and all contracts that
 * these can call in turn. An aborted transaction changes nothing except for its fee.
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
  const { node, market, registry, clock, onMetadata = () => {}, knowledge = new BlockKnowledge() } = options;
  const limit = pLimit(CONCURRENCY);
  const reach = makeReach(node, makeListedCalls(registry), knowledge.sources);
  /** The last block whose transactions were read: the next one must build on it. */
  let last: { readonly height: number; readonly hash: unknown } | undefined;

  /** Running reads, with the number of requests reserved for each. All of these count as not yet made. */
  const running = new Map<Promise<unknown>, number>();
  const wasRead = new Set<ContractId>();

  /**
   * Begins a read only if the allowance suffices for all its requests. If it ran out half-way, the requests made so far would be
   * wasted.
   */
  const whole = async <T>(vault: Vault, read: () => ChainRead<T>) => {
    const requests = requestsOf(vault, wasRead.has(vault.contractId));
    for (;;) {
      const expected = [...running.values()].reduce((sum, each) => sum + each, requests);
      const retryAfterMs = market.waitFor(expected);
      if (retryAfterMs <= 0) break;
      if (running.size === 0)
        return err<ChainUnreachable>({
          kind: 'chain-unreachable',
          reason: `the request allowance does not suffice for the ${requests} reads of ${vault.contractId}`,
          retryAfterMs,
        });
      // A running read may turn out to need fewer requests than were reserved for it.
      await Promise.race(running.keys());
    }
    const reading = read();
    running.set(reading, requests);
    const result = await reading.finally(() => running.delete(reading));
    if (result.ok) wasRead.add(vault.contractId);
    return result;
  };

  /** Reads the arguments that the list of transactions omits, for calls whose arguments decide which contracts run. */
  const withArguments = async (
    transactions: readonly Transaction[],
  ): ChainRead<readonly Transaction[] | 'all'> => {
    const unknown = new Set<Transaction>();
    for (const transaction of transactions) {
      const { contract_id: contract, function_name: name, function_args: args } = callOf(transaction);
      if (transaction['tx_type'] !== 'contract_call' || hasNoEffect(transaction) || args !== undefined)
        continue;
      const takes = await reach.takesContracts(contract as ContractId, String(name));
      if (!takes.ok) return takes;
      if (takes.value) unknown.add(transaction);
    }
    if (unknown.size > MAX_ARGUMENTS) return ok('all');
    const reads = await Promise.all(
      transactions.map(async (transaction) =>
        unknown.has(transaction)
          ? limit(() => node.transactionWithArguments(String(transaction['tx_id']).replace(/^0x/, '')))
          : ok(transaction),
      ),
    );
    const failed = reads.find((read) => !read.ok);
    return failed ?? ok(reads.flatMap((read) => (read.ok ? [read.value] : [])));
  };

  const parentOf = async (height: number, transactions: readonly Transaction[]) => {
    const told = transactions.map((each) => each['parent_block_hash']).find((hash) => hash !== undefined);
    return told === undefined ? node.parentHashAt(height) : ok(told);
  };

  /** Transactions of the newest blocks that were listed, newest first: fills are looked up in a block that was just followed. */
  let listings: readonly { readonly height: number; readonly transactions: readonly Transaction[] }[] = [];

  const list = async (height: number) => {
    const listed = await node.blockTransactions(height);
    if (!listed.ok || listed.value.kind !== 'found') return listed;
    const listing = { height, transactions: listed.value.transactions.map(fieldsOf) };
    listings = [listing, ...listings.filter((each) => each.height !== height)].slice(0, MAX_BLOCKS);
    return listed;
  };

  /** The transactions before this one in its block; `all` if the index does not say. */
  const before = async (txid: Txid, block: BlockRef): ChainRead<readonly Transaction[] | 'all'> => {
    const { blockHeight: height } = block;
    const known = listings.find((each) => each.height === height)?.transactions;
    const found = known && precedingIn(known, txid, block);
    if (found !== undefined) return ok(found);
    const listed = await list(height);
    if (!listed.ok) return listed;
    if (listed.value.kind === 'untold') return ok('all');
    const transactions = listed.value.kind === 'found' ? listed.value.transactions.map(fieldsOf) : [];
    const earlier = precedingIn(transactions, txid, block);
    return earlier === undefined
      ? unreachable(`the index does not have ${txid} in block ${height}`)
      : ok(earlier);
  };

  const touchedIn = async (height: number): ChainRead<ReadonlySet<ContractId> | 'all' | 'unknown-block'> => {
    const listed = await list(height);
    if (!listed.ok) return listed;
    if (listed.value.kind !== 'found') return ok(listed.value.kind === 'untold' ? 'all' : 'unknown-block');
    const completed = await withArguments(listed.value.transactions.map(fieldsOf));
    if (!completed.ok || completed.value === 'all') return completed as Result<'all', ChainUnreachable>;
    const transactions = completed.value;
    knowledge.keep(height, transactions);
    const noticed = metadataNotices(transactions, registry.current());
    if (noticed.length > 0) onMetadata(noticed);
    const before = last?.height === height - 1 ? last.hash : undefined;
    last = transactions[0] && { height, hash: transactions[0]['block_hash'] };
    if (before !== undefined && transactions.length > 0) {
      const parent = await parentOf(height, transactions);
      if (!parent.ok) return parent;
      if (parent.value !== before) return ok('all');
    }
    return contractsOf(transactions, reach);
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
      const holdings = await limit(() => whole(vault, () => readHoldings(market, vault, { at })));
      return holdings.ok ? ok(holdings.value && { ...holdings.value, readAt }) : holdings;
    },

    async quotesAt(hops, at) {
      const retryAfterMs = market.waitFor(hops.length);
      if (retryAfterMs > 0)
        return err({
          kind: 'chain-unreachable',
          reason: `the request allowance does not suffice for ${hops.length} quotes`,
          retryAfterMs,
        });
      const reads = await Promise.all(hops.map((hop) => limit(() => readQuote(market, hop, at))));
      const failed = reads.find((read) => !read.ok);
      return failed ?? ok(reads.map((read) => (read.ok ? read.value : undefined)));
    },

    async touchedBefore(txid, block) {
      const earlier = await before(txid, block);
      if (!earlier.ok || earlier.value === 'all') return earlier as Result<'all', ChainUnreachable>;
      const completed = await withArguments(earlier.value);
      if (!completed.ok || completed.value === 'all') return completed as Result<'all', ChainUnreachable>;
      return contractsOf(completed.value, reach);
    },
  };
}

/**
 * Number of requests to reserve for reading a vault: one for its reserves, plus a probe in each direction if only its contract can
 * quote. Until the first read, a vault that may be too early to report its reserves also counts two balances and a supply.
 */
const requestsOf = (vault: Vault, wasRead: boolean): number => {
  const { isQuoted, balancesAreReserves } = rulesOf(vault);
  if (isQuoted) return 3;
  return balancesAreReserves && !wasRead ? 4 : 1;
};
