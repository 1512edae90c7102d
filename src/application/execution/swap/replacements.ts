import type { OrderUuid } from '../../../domain/order/ids.js';
import { isLive, type SwapTransaction } from '../../../domain/order/swap-transaction.js';
import type { Transaction } from '../../../ports/index.js';

/** Holds back whoever else concludes something from all live swaps of the order, or adds one. */
export const lockRivals = (storage: Pick<Transaction, 'lock'>, order: OrderUuid): Promise<void> =>
  storage.lock(`swaps:${order}`);

/**
 * Whether the swaps are still as somebody saw them. `together`: and they are all live ones under their nonce, so that
 * nothing which was concluded from the nonce leaves one out.
 */
export function areAsSeen(
  seen: readonly SwapTransaction[],
  stored: readonly SwapTransaction[],
  together: boolean,
): boolean {
  const current = new Map(stored.map((swap) => [swap.txid, swap]));
  const isSame = seen.every((swap) => isAsSeen(swap, current.get(swap.txid)));
  if (!isSame || !together) return isSame;
  const known = new Set(seen.map(({ txid }) => txid));
  return stored.every(
    ({ txid, nonce, state }) => known.has(txid) || nonce !== seen[0]?.nonce || !isLive(state),
  );
}

const isAsSeen = (seen: SwapTransaction, stored: SwapTransaction | undefined): boolean =>
  seen.state === stored?.state &&
  seen.block?.blockHeight === stored.block?.blockHeight &&
  seen.block?.blockTime === stored.block?.blockTime;
