import type { Txid } from '../../domain/order/ids.js';
import type { OrderTerms } from '../../domain/order/order.js';
import { fieldsOf } from '../../domain/shared/fields.js';
import { ok } from '../../domain/shared/result.js';
import type { PastBlocks, RegistrySource } from '../../ports/index.js';
import { unreachable } from './http.js';
import type { StacksNode } from './node-client.js';
import { parseStatusV1 } from './status-parser.js';
import { readSwap } from './swap-bytes.js';

/** What past blocks are read with. */
export interface PastBlocksOptions {
  readonly node: Pick<StacksNode, 'blockTransactions' | 'rawTransaction' | 'tipAt'>;
  readonly registry: RegistrySource;
}

/**
 * Reads past blocks from the index. What a transaction did for an order is taken from its signed bytes, not from their
 * description.
 *
 * @example
 * const node = createNodeClient({ baseUrl: 'https://api.mainnet.hiro.so' });
 * const pastBlocks = createPastBlocks({ node, registry: { current: () => registry } });
 */
export function createPastBlocks({ node, registry }: PastBlocksOptions): PastBlocks {
  return {
    tipAt: (height) => node.tipAt(height),

    async swapIn(height, terms) {
      const { network, wstx } = registry.current();
      const listed = await node.blockTransactions(height);
      if (!listed.ok) return listed;
      if (listed.value.kind !== 'found') return unreachable(`the index cannot list block ${height}`);
      for (const transaction of listed.value.transactions) {
        if (!mayBeFor(transaction, terms)) continue;
        const listed = parseStatusV1(transaction);
        if (listed?.kind !== 'success') continue;
        const txid = String(fieldsOf(transaction)['tx_id']).replace(/^0x/, '') as Txid;
        const raw = await node.rawTransaction(txid);
        if (!raw.ok) return raw;
        const swap = readSwap(raw.value, { network, wstx });
        if (swap?.txid !== txid || swap.router !== terms.router || swap.uuid !== terms.uuid) continue;
        const { amountOut } = listed;
        if (amountOut === undefined) return unreachable(`the index does not say what ${txid} paid`);
        return ok({ ...swap, status: { ...listed, amountOut } });
      }
      return ok(undefined);
    },
  };
}

/** Whether the description says that the transaction calls the order's router with its uuid. */
function mayBeFor(transaction: unknown, { router, uuid }: Pick<OrderTerms, 'router' | 'uuid'>): boolean {
  const { contract_id: contract, function_args: args } = fieldsOf(fieldsOf(transaction)['contract_call']);
  return contract === router && Array.isArray(args) && JSON.stringify(args).includes(uuid);
}
