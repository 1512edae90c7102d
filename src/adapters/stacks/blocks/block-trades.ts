import type { Txid } from '../../../domain/order/ids.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import { fieldsOf } from '../../../domain/shared/fields.js';
import { ok, type Result } from '../../../domain/shared/result.js';
import type { Movement } from '../../../domain/trade/movement.js';
import { tradedPools } from '../../../domain/trade/traded-pools.js';
import { tradesOf } from '../../../domain/trade/trade.js';
import type {
  BlockTrades,
  ChainRead,
  ChainUnreachable,
  RegistrySource,
  TradedBlock,
} from '../../../ports/index.js';
import { makeReach } from '../contracts/contract-reach.js';
import { headerOf, PAGE, type BlockHeader, type BlockTransactions } from '../node/block-contents.js';
import { unreachable } from '../node/http.js';
import type { StacksNode } from '../node/node-client.js';
import { BlockKnowledge, makeListedCalls } from './block-knowledge.js';
import { callOf, hasNoEffect, rootsOf, type Transaction } from './block-transactions.js';
import { movementOf } from './movements.js';

/** Options for reading the trades of blocks. */
export interface BlockTradesOptions {
  readonly node: Pick<
    StacksNode,
    'blockTransactions' | 'headerAt' | 'contractSource' | 'eventsOf' | 'mostEventsOf'
  >;
  readonly registry: RegistrySource;
  /** Shared with the reader that follows the blocks; its own if absent. */
  readonly knowledge?: BlockKnowledge;
}

/** A block of which a part has been read. */
interface OpenBlock {
  header: BlockHeader | undefined;
  readonly transactions: readonly Transaction[];
  /** Transactions whose events are not all read yet; undefined until it is known which may have traded. */
  waiting: Txid[] | undefined;
  readonly movements: Map<Txid, Movement[]>;
}

/** Number of blocks of which parts are kept. */
const MOST_OPEN = 8;
/** Greatest number of pages of a block's list, which exceeds what a block holds. */
const MOST_PAGES = 100;

/**
 * Reads the trades of blocks from the events of the transactions that may reach a vault. A list of transactions that another reader
 * has requested is used again.
 *
 * @example
 * const node = createNodeClient({ baseUrl: 'https://api.mainnet.hiro.so' });
 * const trades = createBlockTrades({ node: node.as('trades'), registry: { current: () => registry } });
 */
export function createBlockTrades(options: BlockTradesOptions): BlockTrades {
  const { node, registry, knowledge = new BlockKnowledge() } = options;
  const open = new Map<number, OpenBlock>();
  const listedCalls = makeListedCalls(registry);

  const listBlock = async (
    height: number,
    request: Request,
  ): ChainRead<readonly Transaction[] | 'unknown-block'> => {
    const listed = await request<BlockTransactions>(
      () => node.blockTransactions(height, MOST_PAGES),
      (list) => ('transactions' in list ? Math.ceil(list.transactions.length / PAGE) : 1),
    );
    if (!listed.ok) return listed;
    const { value } = listed;
    if (value.kind === 'found') return ok(value.transactions.map(fieldsOf));
    return value.kind === 'untold'
      ? unreachable(`the index cannot list block ${height}`)
      : ok('unknown-block');
  };

  const openBlock = async (height: number, request: Request): ChainRead<OpenBlock | 'unknown-block'> => {
    const known = open.get(height);
    if (known !== undefined) return ok(known);
    const kept = knowledge.take(height);
    const listed = kept === undefined ? await listBlock(height, request) : ok(kept);
    if (!listed.ok || listed.value === 'unknown-block')
      return listed as Result<'unknown-block', ChainUnreachable>;
    const transactions = listed.value;
    const header = transactions[0] && headerOf(transactions[0]);
    const block: OpenBlock = { header, transactions, waiting: undefined, movements: new Map() };
    open.set(height, block);
    const [oldest] = open.keys();
    if (open.size > MOST_OPEN) open.delete(oldest!);
    return ok(block);
  };

  /**
   * The transactions that may have changed what a vault holds. Events of many are read at once, so a contract whose source is not
   * known counts as one that may; its source is read only if each transaction's events take a request.
   */
  const candidatesOf = async (
    transactions: readonly Transaction[],
    request: Request,
  ): ChainRead<readonly Txid[]> => {
    const { pools } = tradedPools(registry.current());
    const wanted = pools.flatMap(({ holder, vaults }) => [holder, ...vaults.map((each) => each.contractId)]);
    const contractSource = async (contract: ContractId) =>
      node.mostEventsOf() > 1 ? unreachable('not read') : request(() => node.contractSource(contract));
    const reach = makeReach({ contractSource }, listedCalls, knowledge.sources);
    const candidates: Txid[] = [];
    for (const transaction of transactions) {
      const type = String(transaction['tx_type']);
      if (hasNoEffect(transaction) || !['contract_call', 'smart_contract'].includes(type)) continue;
      const roots = rootsOf(transaction);
      const isUntold = type === 'contract_call' && callOf(transaction)['function_args'] === undefined;
      const reached = roots === 'all' || isUntold ? ok('all' as const) : await reach.of(roots);
      if (!reached.ok && reached.error.reason === OUT_OF_REQUESTS) return reached;
      const contracts = reached.ok ? reached.value : 'all';
      if (contracts === 'all' || wanted.some((contract) => contracts.has(contract)))
        candidates.push(txidOf(transaction));
    }
    return ok(candidates);
  };

  /** Reads the events of the transactions that may have traded. */
  const readEvents = async (block: OpenBlock, request: Request): ChainRead<void> => {
    if (block.waiting === undefined) {
      const candidates = await candidatesOf(block.transactions, request);
      if (!candidates.ok) return candidates;
      block.waiting = [...candidates.value];
    }
    const { waiting } = block;
    const subnets = new Set<string>(
      registry.current().tokens.flatMap(({ type, contractId }) => (type === 'SUBNET' ? [contractId] : [])),
    );
    while (waiting.length > 0) {
      const pages = await request(() => node.eventsOf(waiting));
      if (!pages.ok) return pages;
      if (pages.value.size === 0) return unreachable('the index does not know the transactions of its block');
      for (const [txid, page] of pages.value) {
        if (page.blockHash !== undefined && page.blockHash !== block.header?.hash)
          return unreachable('the index has moved a transaction to another block');
        const events = [...page.events];
        while (events.length < page.total) {
          const more = await request(() => node.eventsOf([txid], events.length));
          if (!more.ok) return more;
          const next = more.value.get(txid)?.events ?? [];
          if (next.length === 0) return unreachable('the index omits events of a transaction');
          events.push(...next);
        }
        block.movements.set(
          txid,
          events.flatMap((event) => movementOf(event, subnets) ?? []),
        );
        waiting.splice(waiting.indexOf(txid), 1);
      }
    }
    return ok();
  };

  const readBlock = async (height: number, request: Request): ChainRead<TradedBlock | 'unknown-block'> => {
    const opened = await openBlock(height, request);
    if (!opened.ok || opened.value === 'unknown-block')
      return opened as Result<'unknown-block', ChainUnreachable>;
    const block = opened.value;
    if (block.header === undefined) {
      const header = await request(() => node.headerAt(height));
      if (!header.ok) return header;
      if (header.value === undefined) return ok('unknown-block');
      block.header = header.value;
    }
    const events = await readEvents(block, request);
    if (!events.ok) return events;
    const traded = tradedPools(registry.current());
    const trades = orderOf(block).flatMap((txid) =>
      tradesOf(block.movements.get(txid)!, traded).map((trade) => ({ ...trade, txid })),
    );
    open.delete(height);
    return ok({ height, ...block.header, trades });
  };

  return {
    async read(height, most) {
      let requests = 0;
      const request: Request = async (make, madeFor = () => 1) => {
        if (requests >= most) return unreachable(OUT_OF_REQUESTS);
        const response = await make();
        requests += response.ok ? Math.max(1, madeFor(response.value)) : 1;
        return response;
      };
      const block = await readBlock(height, request);
      if (!block.ok && block.error.reason === OUT_OF_REQUESTS) return { requests, block: ok('unfinished') };
      if (!block.ok && block.error.retryAfterMs === undefined) open.delete(height);
      return { requests, block };
    },
  };
}

/** Makes a request if the reading may make one more. `madeFor` tells how many a response took; 1 if absent. */
type Request = <T>(make: () => ChainRead<T>, madeFor?: (value: T) => number) => ChainRead<T>;

const OUT_OF_REQUESTS = 'the requests for this block do not suffice';

const txidOf = ({ tx_id: id }: Transaction): Txid => String(id).replace(/^0x/, '') as Txid;

/** The transactions whose events were read, in the order of the block. Version 3 lists the last one first. */
const orderOf = ({ transactions, movements }: OpenBlock): readonly Txid[] =>
  transactions
    .toSorted((a, b) => Number(a['tx_index']) - Number(b['tx_index']))
    .map(txidOf)
    .filter((txid) => movements.has(txid));
