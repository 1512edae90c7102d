import type { Units } from '../shared/units.js';
import type { BlockRef, SwapTransaction } from './swap-transaction.js';

/** What the chain says of a transaction. `unseen` is no statement: a fresh transaction is unseen for a while. */
export type TransactionStatus =
  | { readonly kind: 'unseen' }
  | { readonly kind: 'pending' }
  | ({ readonly kind: 'success'; readonly amountOut: Units; readonly feeUstx: Units } & BlockRef)
  | ({ readonly kind: 'aborted'; readonly reason: string } & BlockRef)
  | { readonly kind: 'dropped'; readonly reason: string };

/** What to do about a live swap. */
export type Settlement =
  | { readonly step: 'wait' }
  | { readonly step: 'accept' }
  | { readonly step: 'confirm'; readonly amountOut: Units; readonly feeUstx: Units; readonly block: BlockRef }
  | { readonly step: 'fail'; readonly reason: string; readonly block: BlockRef }
  | { readonly step: 'finalise' }
  | { readonly step: 'orphan' }
  | { readonly step: 'resend' }
  | { readonly step: 'bury'; readonly reason: string };

/** Blocks on top of a swap's own after which it is taken as settled for good. */
export const FINAL_DEPTH = 10;

/**
 * Decides a live swap's next step.
 *
 * @param executedNonce the sender's last executed nonce, read *before* the status from the same source: if it has
 *   reached the swap's nonce and the swap is still not in a block, another transaction used the nonce and the swap
 *   is dead. A dropped status alone is not death: while the nonce is unused the same bytes stay valid.
 * @param tipHeight height of the newest block.
 */
export function decideSettlement(
  swap: SwapTransaction,
  status: TransactionStatus,
  { executedNonce, tipHeight }: { executedNonce: bigint | undefined; tipHeight: number },
): Settlement {
  switch (status.kind) {
    case 'success':
    case 'aborted': {
      const block = { blockHeight: status.blockHeight, blockTime: status.blockTime };
      if (swap.block !== undefined) {
        if (!isSameBlock(swap.block, block)) return { step: 'orphan' };
        return { step: tipHeight - block.blockHeight >= FINAL_DEPTH ? 'finalise' : 'wait' };
      }
      return status.kind === 'success'
        ? { step: 'confirm', amountOut: status.amountOut, feeUstx: status.feeUstx, block }
        : { step: 'fail', reason: status.reason, block };
    }
    case 'pending':
      if (swap.block !== undefined) return { step: 'orphan' };
      return { step: swap.state === 'stored' ? 'accept' : 'wait' };
    case 'unseen':
    case 'dropped': {
      if (swap.block !== undefined) return { step: 'orphan' };
      if (executedNonce === undefined || executedNonce < swap.nonce) return { step: 'resend' };
      const fate = status.kind === 'dropped' ? ` (${status.reason})` : '';
      return { step: 'bury', reason: `nonce ${swap.nonce} was used by another transaction${fate}` };
    }
  }
}

/** A block that took another's place has the same height at times, and then another time. */
const isSameBlock = (a: BlockRef, b: BlockRef): boolean =>
  a.blockHeight === b.blockHeight && a.blockTime === b.blockTime;
