import { err, ok } from '../../domain/shared/result.js';
import type { BlockRef } from '../../domain/order/swap-transaction.js';
import type { ChainRead, Ports } from '../../ports/index.js';

/** Reads the newest block in the node's index, with its time, in two requests. */
export const makeReadNewestBlock =
  ({ chain }: Pick<Ports, 'chain'>) =>
  async (): ChainRead<BlockRef> => {
    const height = await chain.indexHeight();
    if (!height.ok) return height;
    const block = await chain.blockAt(height.value);
    if (!block.ok) return block;
    return block.value === undefined
      ? err({ kind: 'chain-unreachable', reason: 'the index does not have its newest block' })
      : ok(block.value);
  };
