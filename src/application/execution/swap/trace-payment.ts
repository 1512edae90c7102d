import type { SpentElsewhere } from '../../../domain/order/lifecycle/lifecycle.js';
import type { OrderTerms } from '../../../domain/order/order.js';
import { err, ok } from '../../../domain/shared/result.js';
import type { ChainRead, MinedSwap, Ports } from '../../../ports/index.js';

/**
 * Finds the swap, from any sender, that spent an order's uuid, or finds that something else has spent the uuid for good; undefined
 * while neither is known.
 */
export type TracePayment = (terms: OrderTerms) => ChainRead<MinedSwap | SpentElsewhere | undefined>;

/**
 * Traces a payment to its block. The verifier says, as of any block, whether the uuid was spent by then, so a search over the
 * heights finds the block in at most about forty reads. Programs without `pastBlocks` trace nothing.
 */
export const makeTracePayment = ({
  chain,
  pastBlocks,
  spentOrders,
  finalBlocks,
}: Pick<Ports, 'chain' | 'pastBlocks' | 'spentOrders'> & {
  /** Number of blocks on top of a block after which that block is final. */
  readonly finalBlocks: number;
}): TracePayment => {
  if (pastBlocks === undefined) return async () => ok();

  const isSpentBy = async (terms: OrderTerms, height: number): ChainRead<boolean> => {
    const at = await pastBlocks.tipAt(height);
    if (!at.ok) return at;
    if (at.value === undefined)
      return err({ kind: 'chain-unreachable', reason: `the index does not have block ${height}` });
    return spentOrders.isSpent(terms, at.value);
  };

  /** Returns the first height at which the uuid is spent, given any height at which it is spent. */
  const firstSpent = async (terms: OrderTerms, known: number): ChainRead<number> => {
    let [unspent, spent] = [0, known];
    for (let step = 1; spent - step > unspent; step *= 2) {
      const height = spent - step;
      const read = await isSpentBy(terms, height);
      if (!read.ok) return read;
      if (read.value) spent = height;
      else unspent = height;
    }
    while (spent - unspent > 1) {
      const middle = Math.floor((spent + unspent) / 2);
      const read = await isSpentBy(terms, middle);
      if (!read.ok) return read;
      if (read.value) spent = middle;
      else unspent = middle;
    }
    return ok(spent);
  };

  return async (terms) => {
    const tip = await chain.tip();
    if (!tip.ok) return tip;
    const isSpent = await spentOrders.isSpent(terms, tip.value);
    if (!isSpent.ok) return isSpent;
    if (!isSpent.value) return ok();
    const height = await firstSpent(terms, tip.value.height);
    if (!height.ok) return height;
    const blockHeight = height.value;
    const swap = await pastBlocks.swapIn(blockHeight, terms);
    // Until the block is final, another one that contains a swap of the order may replace it.
    if (!swap.ok || swap.value !== undefined || tip.value.height - blockHeight < finalBlocks) return swap;
    const revoked = await pastBlocks.isRevokedIn(blockHeight, terms);
    return revoked.ok ? ok({ kind: 'spent-elsewhere', blockHeight, isRevoked: revoked.value }) : revoked;
  };
};
