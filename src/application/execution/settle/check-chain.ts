import type { Txid } from '../../../domain/order/ids.js';
import type { BlockRef } from '../../../domain/order/swap-transaction.js';
import { ok } from '../../../domain/shared/result.js';
import type { ChainNode, ChainRead, Ports } from '../../../ports/index.js';
import type { CoreSettings } from '../../settings.js';

/** A swap that is confirmed in the storage but was never on this chain. */
export interface ForeignChain {
  readonly txid: Txid;
  /** Recorded height of the swap's block; `height` is the chain's current height. */
  readonly recordedHeight: number;
  readonly height: number;
}

/** Whether the chain differs from the one on which the storage's swaps were mined. Undefined if nothing suggests it. */
export type CheckChain = () => ChainRead<ForeignChain | undefined>;

/** Number of newest confirmed orders in which to look for swaps; imported orders have none. */
const SEARCHED = 20;
/** Maximum number of swaps to compare. A single one may have been orphaned. */
const COMPARED = 3;

/** Queries of the chain that the comparison needs. */
export type ComparedChain = Pick<ChainNode, 'transactionStatuses' | 'indexHeight' | 'blockAt'>;

interface Needs extends Pick<Ports, 'orders' | 'registry' | 'swaps'> {
  readonly chain: ComparedChain;
}

/**
 * Compares the oldest of the storage's newest confirmed swaps with the chain. The chain is a different one if it knows none of
 * them and lacks the block in which the oldest was mined. Blocks that may still be orphaned, or that an index may not have yet,
 * prove nothing; those of a devnet are final.
 */
export const makeCheckChain =
  (
    { chain, orders, registry, swaps }: Needs,
    { finalBlocks }: Pick<CoreSettings, 'finalBlocks'>,
  ): CheckChain =>
  async () => {
    const recorded = await ownSwaps({ orders, swaps });
    const [oldest] = recorded;
    if (oldest === undefined) return ok(undefined);
    const statuses = await chain.transactionStatuses(recorded.map(({ txid }) => txid));
    if (!statuses.ok) return statuses;
    const isUnseen = ({ txid }: Recorded) => statuses.value.get(txid)?.kind === 'unseen';
    if (!recorded.every(isUnseen)) return ok(undefined);
    const height = await chain.indexHeight();
    if (!height.ok) return height;
    const { txid, block } = oldest;
    const margin = registry.current().network === 'devnet' ? 0 : finalBlocks;
    if (Math.abs(height.value - block.blockHeight) < margin) return ok(undefined);
    const found = await chain.blockAt(block.blockHeight);
    if (!found.ok) return found;
    const isSame = found.value !== undefined && found.value.blockTime === block.blockTime;
    if (isSame) return ok(undefined);
    return ok({ txid, recordedHeight: block.blockHeight, height: height.value });
  };

interface Recorded {
  readonly txid: Txid;
  readonly block: BlockRef;
}

/** The oldest swaps among the newest confirmed orders, oldest first. */
async function ownSwaps({ orders, swaps }: Pick<Needs, 'orders' | 'swaps'>): Promise<readonly Recorded[]> {
  const page = await orders.listPage({
    statuses: ['confirmed'],
    sortBy: 'createdAt',
    sortOrder: 'desc',
    offset: 0,
    limit: SEARCHED,
  });
  const found: Recorded[] = [];
  for (const order of page.orders.toReversed()) {
    if (order.status !== 'confirmed' || !('txid' in order) || found.length === COMPARED) continue;
    const swap = await swaps.findByTxid(order.txid);
    if (swap?.block !== undefined) found.push({ txid: swap.txid, block: swap.block });
  }
  return found;
}
