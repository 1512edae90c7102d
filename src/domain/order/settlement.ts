import type { Units } from '../shared/units.js';
import type { BlockRef, SwapTransaction } from './swap-transaction.js';

/** A transaction's status on the chain. `unseen` proves nothing: a new transaction is unseen for a while. */
export type TransactionStatus =
  | { readonly kind: 'unseen' }
  | { readonly kind: 'pending' }
  /** `amountOut` is the output of the last hop; 0 for a no-op transaction. */
  | ({ readonly kind: 'success'; readonly amountOut: Units; readonly feeUstx: Units } & BlockRef)
  | ({ readonly kind: 'aborted'; readonly reason: string } & BlockRef)
  | { readonly kind: 'dropped'; readonly reason: string };

/** A live swap and its status on the chain. */
export interface SeenSwap {
  readonly swap: SwapTransaction;
  readonly status: TransactionStatus;
}

/** The next step for an order's live swaps; `swap` is the one that it concerns. */
export type Settlement =
  | { readonly step: 'wait' }
  | {
      readonly step: 'accept' | 'finalise' | 'orphan' | 'resend' | 'raise-fee';
      readonly swap: SwapTransaction;
    }
  | {
      readonly step: 'confirm';
      readonly swap: SwapTransaction;
      readonly amountOut: Units;
      readonly feeUstx: Units;
      readonly block: BlockRef;
    }
  | {
      readonly step: 'fail';
      readonly swap: SwapTransaction;
      readonly reason: string;
      readonly block: BlockRef;
    }
  /** A no-op transaction used the nonce, so none of the swaps can be mined any more. */
  | { readonly step: 'fill'; readonly swap: SwapTransaction; readonly block: BlockRef }
  /** Another transaction used the nonce, so none of the swaps can be mined any more. */
  | { readonly step: 'bury'; readonly reason: string };

export interface SettlementFacts {
  /** The sender's last executed nonce, read before the statuses. */
  readonly executedNonce: bigint | undefined;
  /** Height of the newest block. */
  readonly tipHeight: number;
  /** A transaction stored at or before this time that is still pending is stuck. */
  readonly stuckSince: Date;
}

/** Blocks on top of a swap's block after which it is final. */
export const FINAL_DEPTH = 10;

/**
 * Decides the next step for an order's live swaps under one nonce, oldest first; there is at least one.
 *
 * Dropping them takes proof: the sender's executed nonce was read *before* the statuses, from the same source. If it has
 * reached the swaps' nonce and none of them is in a block, another transaction used it. A dropped status alone proves
 * nothing: while the nonce is unused the same bytes stay valid, and a replaced swap may still be mined until the block of
 * its replacement is final.
 */
export function decideSettlement(swaps: readonly SeenSwap[], facts: SettlementFacts): Settlement {
  const recorded = swaps.find(({ swap }) => swap.block !== undefined);
  if (recorded !== undefined) return decideRecorded(recorded, facts);
  for (const { swap, status } of swaps) if (isMined(status)) return decideMined(swap, status);
  return decideUnmined(swaps, facts);
}

type Mined = Extract<TransactionStatus, BlockRef>;

const isMined = (status: TransactionStatus): status is Mined =>
  status.kind === 'success' || status.kind === 'aborted';

function decideRecorded({ swap, status }: SeenSwap, { tipHeight }: SettlementFacts): Settlement {
  if (!isMined(status) || !isSameBlock(swap.block, status)) return { step: 'orphan', swap };
  return tipHeight - status.blockHeight >= FINAL_DEPTH ? { step: 'finalise', swap } : { step: 'wait' };
}

function decideMined(swap: SwapTransaction, status: Mined): Settlement {
  const block = { blockHeight: status.blockHeight, blockTime: status.blockTime };
  if (swap.purpose === 'fill') return { step: 'fill', swap, block };
  if (status.kind === 'aborted') return { step: 'fail', swap, reason: status.reason, block };
  return { step: 'confirm', swap, amountOut: status.amountOut, feeUstx: status.feeUstx, block };
}

function decideUnmined(swaps: readonly SeenSwap[], facts: SettlementFacts): Settlement {
  const { swap: newest, status } = newestOf(swaps);
  const arrived = swaps.findLast((each) => each.status.kind === 'pending' && each.swap.state === 'stored');
  if (arrived !== undefined) return { step: 'accept', swap: arrived.swap };
  const isUsed = facts.executedNonce !== undefined && facts.executedNonce >= newest.nonce;
  // A pending swap contradicts a used nonce: the source has not caught up yet.
  if (isUsed && swaps.some((each) => each.status.kind === 'pending')) return { step: 'wait' };
  if (status.kind === 'pending') {
    return newest.storedAt <= facts.stuckSince ? { step: 'raise-fee', swap: newest } : { step: 'wait' };
  }
  if (!isUsed) return { step: 'resend', swap: newest };
  const fate = status.kind === 'dropped' ? ` (${status.reason})` : '';
  return { step: 'bury', reason: `nonce ${newest.nonce} was used by another transaction${fate}` };
}

/** The swap that no other one replaces. */
function newestOf(swaps: readonly SeenSwap[]): SeenSwap {
  const replaced = new Set(swaps.map(({ swap }) => swap.replaces));
  return swaps.findLast(({ swap }) => !replaced.has(swap.txid)) ?? swaps.at(-1)!;
}

/** After a reorganisation a block may have the same height, but it has another time. */
const isSameBlock = (a: BlockRef | undefined, b: BlockRef): boolean =>
  a?.blockHeight === b.blockHeight && a.blockTime === b.blockTime;
