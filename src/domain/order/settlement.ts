import type { Units } from '../shared/units.js';
import type { BlockRef, SwapTransaction } from './swap-transaction.js';

/** What the chain says of a transaction. `unseen` is no statement: a fresh transaction is unseen for a while. */
export type TransactionStatus =
  | { readonly kind: 'unseen' }
  | { readonly kind: 'pending' }
  /** `amountOut` is what the last hop gave; 0 for a transaction that swaps nothing. */
  | ({ readonly kind: 'success'; readonly amountOut: Units; readonly feeUstx: Units } & BlockRef)
  | ({ readonly kind: 'aborted'; readonly reason: string } & BlockRef)
  | { readonly kind: 'dropped'; readonly reason: string };

/** A live swap and what the chain says of it. */
export interface SeenSwap {
  readonly swap: SwapTransaction;
  readonly status: TransactionStatus;
}

/** What to do about an order's live swaps; `swap` is the one that it is about. */
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
  /** A filler used the nonce: none of the swaps can be mined any more. */
  | { readonly step: 'fill'; readonly swap: SwapTransaction; readonly block: BlockRef }
  | { readonly step: 'bury'; readonly reason: string };

export interface SettlementFacts {
  /** The sender's last executed nonce, read before the statuses. */
  readonly executedNonce: bigint | undefined;
  /** Height of the newest block. */
  readonly tipHeight: number;
  /** A transaction stored by then that still waits for a block is stuck. */
  readonly stuckSince: Date;
}

/** Blocks on top of a swap's own after which it is taken as settled for good. */
export const FINAL_DEPTH = 10;

/**
 * Decides the next step for an order's live swaps under one nonce, oldest first; there is at least one.
 *
 * Death takes proof: the sender's executed nonce was read *before* the statuses, from the same source. If it has reached
 * the swaps' nonce and none of them is in a block, another transaction used it. A dropped status alone is not death:
 * while the nonce is unused the same bytes stay valid, and one that a rival pushed out may be mined after all until the
 * rival's block is final.
 */
export function decideSettlement(rivals: readonly SeenSwap[], facts: SettlementFacts): Settlement {
  const recorded = rivals.find(({ swap }) => swap.block !== undefined);
  if (recorded !== undefined) return decideRecorded(recorded, facts);
  for (const rival of rivals) {
    if (rival.status.kind === 'success' || rival.status.kind === 'aborted') {
      return decideMined(rival.swap, rival.status);
    }
  }
  return decideUnmined(rivals, facts);
}

type Mined = Extract<TransactionStatus, BlockRef>;

function decideRecorded({ swap, status }: SeenSwap, { tipHeight }: SettlementFacts): Settlement {
  const isMined = status.kind === 'success' || status.kind === 'aborted';
  if (!isMined || !isSameBlock(swap.block, status)) return { step: 'orphan', swap };
  return tipHeight - status.blockHeight >= FINAL_DEPTH ? { step: 'finalise', swap } : { step: 'wait' };
}

function decideMined(swap: SwapTransaction, status: Mined): Settlement {
  const block = { blockHeight: status.blockHeight, blockTime: status.blockTime };
  if (swap.purpose === 'fill') return { step: 'fill', swap, block };
  if (status.kind === 'aborted') return { step: 'fail', swap, reason: status.reason, block };
  return { step: 'confirm', swap, amountOut: status.amountOut, feeUstx: status.feeUstx, block };
}

function decideUnmined(rivals: readonly SeenSwap[], facts: SettlementFacts): Settlement {
  const { swap: newest, status } = newestOf(rivals);
  const arrived = rivals.findLast(
    (rival) => rival.status.kind === 'pending' && rival.swap.state === 'stored',
  );
  if (arrived !== undefined) return { step: 'accept', swap: arrived.swap };
  const isUsed = facts.executedNonce !== undefined && facts.executedNonce >= newest.nonce;
  // One that counts as pending contradicts a used nonce: the source has yet to make up its mind.
  if (isUsed && rivals.some((rival) => rival.status.kind === 'pending')) return { step: 'wait' };
  if (status.kind === 'pending') {
    return newest.storedAt <= facts.stuckSince ? { step: 'raise-fee', swap: newest } : { step: 'wait' };
  }
  if (!isUsed) return { step: 'resend', swap: newest };
  const fate = status.kind === 'dropped' ? ` (${status.reason})` : '';
  return { step: 'bury', reason: `nonce ${newest.nonce} was used by another transaction${fate}` };
}

/** The one that no other replaces. */
function newestOf(rivals: readonly SeenSwap[]): SeenSwap {
  const replaced = new Set(rivals.map(({ swap }) => swap.replaces));
  return rivals.findLast(({ swap }) => !replaced.has(swap.txid)) ?? rivals.at(-1)!;
}

/** A block that took another's place has the same height at times, and then another time. */
const isSameBlock = (a: BlockRef | undefined, b: BlockRef): boolean =>
  a?.blockHeight === b.blockHeight && a.blockTime === b.blockTime;
