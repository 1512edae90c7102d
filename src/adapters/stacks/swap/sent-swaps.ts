import type { Txid } from '../../../domain/order/ids.js';
import type { Address } from '../../../domain/shared/address.js';
import { ok } from '../../../domain/shared/result.js';
import type { ChainRead, IsStored, RegistrySource, SentSwap, SentSwaps } from '../../../ports/index.js';
import type { AccountReader, ListedTransaction } from '../node/account-transactions.js';
import type { StacksNode } from '../node/node-client.js';
import { readSwap } from './swap-bytes.js';

/** Options for reading an account's transactions. */
export interface SentSwapsOptions {
  readonly node: AccountReader & Pick<StacksNode, 'rawTransaction' | 'unconfirmedTransaction'>;
  readonly registry: RegistrySource;
}

/** Maximum number of pages to read, of 50 transactions each. */
const MAX_PAGES = 20;

/**
 * Reads from the index what an account has sent. The effect of a transaction on an order is taken from its signed bytes.
 *
 * @example
 * const node = createNodeClient({ baseUrl: 'https://api.mainnet.hiro.so' });
 * const sentSwaps = createSentSwaps({ node, registry: { current: () => registry } });
 */
export function createSentSwaps({ node, registry }: SentSwapsOptions): SentSwaps {
  const swapOf = async (
    { txid, contract }: ListedTransaction,
    read: (txid: Txid) => ReturnType<StacksNode['rawTransaction']>,
  ): ChainRead<SentSwap | undefined> => {
    const current = registry.current();
    if (!current.routers.some(({ id }) => id === contract)) return ok(undefined);
    const raw = await read(txid);
    if (!raw.ok) return raw;
    if (raw.value === undefined) return ok(undefined);
    const swap = readSwap(raw.value, current);
    return ok(swap?.txid === txid && swap.router === contract ? swap : undefined);
  };

  return {
    async pending(account, isStored) {
      const [nonces, swaps]: [bigint[], SentSwap[]] = [[], []];
      let from: string | undefined;
      for (let n = 0; n < MAX_PAGES; n++) {
        const page = await node.pendingTransactions(account, from);
        if (!page.ok) return page;
        nonces.push(...page.value.transactions.map(({ nonce }) => nonce));
        const found = await unstored(page.value.transactions, account, isStored, (listed) =>
          swapOf(listed, node.unconfirmedTransaction),
        );
        if (!found.ok) return found;
        swaps.push(...found.value.swaps);
        from = page.value.next;
        if (from === undefined) break;
      }
      return ok({ nonces, swaps });
    },

    async mined(account, isStored) {
      const swaps: SentSwap[] = [];
      let from: string | undefined;
      for (let n = 0; n < MAX_PAGES; n++) {
        const page = await node.minedTransactions(account, from);
        if (!page.ok) return page;
        const found = await unstored(page.value.transactions, account, isStored, (listed) =>
          swapOf(listed, node.rawTransaction),
        );
        if (!found.ok) return found;
        swaps.push(...found.value.swaps);
        from = page.value.next;
        if (from === undefined || found.value.hasStored) break;
      }
      return ok(swaps);
    },
  };
}

/** Reads the listed swaps that the account sent itself and that are not stored. */
async function unstored(
  listed: readonly ListedTransaction[],
  account: Address,
  isStored: IsStored,
  swapOf: (listed: ListedTransaction) => ChainRead<SentSwap | undefined>,
): ChainRead<{ readonly swaps: readonly SentSwap[]; readonly hasStored: boolean }> {
  const swaps: SentSwap[] = [];
  let hasStored = false;
  for (const transaction of listed) {
    if (transaction.sender !== account) continue;
    if (await isStored(transaction.txid)) {
      hasStored = true;
      continue;
    }
    const swap = await swapOf(transaction);
    if (!swap.ok) return swap;
    if (swap.value !== undefined) swaps.push(swap.value);
  }
  return ok({ swaps, hasStored });
}
