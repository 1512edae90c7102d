import { defined } from '../../shared/fields.js';
import type { Units } from '../../shared/units.js';
import { NO_BYTES, type BlockRef, type SwapTransaction } from '../swap-transaction.js';

/** A transaction's status on the chain. `unseen` proves nothing: a new transaction is unseen for a while. */
export type TransactionStatus =
  | { readonly kind: 'unseen' }
  | { readonly kind: 'pending' }
  /** `amountOut` is the output of the last hop, 0 for a no-op transaction; undefined if the index omitted the result. */
  | ({ readonly kind: 'success'; readonly amountOut: Units | undefined; readonly feeUstx: Units } & BlockRef)
  /** `reason` is undefined if the index omitted the result. */
  | ({ readonly kind: 'aborted'; readonly reason: string | undefined; readonly feeUstx: Units } & BlockRef)
  | { readonly kind: 'dropped'; readonly reason: string };

/** A live swap and its status on the chain. */
export interface SeenSwap {
  readonly swap: SwapTransaction;
  readonly status: TransactionStatus;
}

/** The next step for an order's live swaps; `swap` is the one concerned. */
export type Settlement =
  | { readonly step: 'wait' }
  | {
      /** `await-result`: the swap is mined, but the index does not show its result yet. */
      readonly step: 'accept' | 'orphan' | 'resend' | 'raise-fee' | 'await-result';
      readonly swap: SwapTransaction;
    }
  /** `isPaid`: no other payment needs to be ruled out, because the swap succeeded or is a no-op transaction. */
  | { readonly step: 'finalise'; readonly swap: SwapTransaction; readonly isPaid: boolean }
  /** The index does not show the recorded block: it was orphaned if the index has a different block at its height. */
  | { readonly step: 'check-block'; readonly swap: SwapTransaction; readonly block: BlockRef }
  /** The swaps are dropped if the order's uuid proves to be unspent. */
  | { readonly step: 'prove-dropped'; readonly reason: string }
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
      readonly feeUstx: Units;
      readonly block: BlockRef;
    }
  /** A no-op transaction used the nonce, so none of the swaps can be mined. */
  | { readonly step: 'fill'; readonly swap: SwapTransaction; readonly block: BlockRef };

export interface SettlementFacts {
  /** Height of the newest block that both the node and its index know. */
  readonly tipHeight: number;
  /** Height at which the swaps' nonce was first seen used; undefined while it is unused. */
  readonly nonceUsedAt: number | undefined;
  /** Latest time of storage of a pending transaction that is considered stuck. */
  readonly stuckSince: Date;
  /** Number of blocks that must follow a swap's block to make it final. */
  readonly finalBlocks: number;
  /** Number of blocks that must follow the nonce's use until the swaps may be considered dropped. */
  readonly deathBlocks: number;
}

/**
 * Decides the next step for an order's live swaps under one nonce, oldest first; there is at least one.
 *
 * An index is a group of hosts, some of them blocks behind the others, so a missing transaction proves nothing. To drop the swaps,
 * the nonce must have been used `deathBlocks` ago, and the verifier must confirm that the order's uuid is unspent
 * (`prove-dropped`). A status that names a block far below the tip at which the swap was signed proves nothing. A dropped status
 * alone proves nothing either: while the nonce is unused the same bytes stay valid, and a replaced swap may still be mined until
 * its replacement's block is final.
 */
export function decideSettlement(swaps: readonly SeenSwap[], facts: SettlementFacts): Settlement {
  if (swaps.some((seen) => isNonsense(seen, facts))) return { step: 'wait' };
  const recorded = swaps.find(({ swap }) => swap.block !== undefined);
  if (recorded !== undefined) return decideRecorded(recorded, facts);
  for (const { swap, status } of swaps) if (isMined(status)) return decideMined(swap, status);
  return decideUnmined(swaps, facts);
}

type Mined = Extract<TransactionStatus, BlockRef>;

export const isMined = (status: TransactionStatus): status is Mined =>
  status.kind === 'success' || status.kind === 'aborted';

/** Whether the transaction is mined but the index does not show its output, or why it was aborted. */
export const lacksResult = (status: TransactionStatus): boolean =>
  (status.kind === 'success' && status.amountOut === undefined) ||
  (status.kind === 'aborted' && status.reason === undefined);

/**
 * Whether the status names a block in which the swap cannot have been mined. A swap is mined above the tip at which it was signed
 * or, after a reorganisation, above the fork, which is less than `finalBlocks` below that tip. A lower block, if believed, would
 * be final at once.
 */
const isNonsense = ({ swap, status }: SeenSwap, { finalBlocks }: SettlementFacts): boolean =>
  isMined(status) && swap.quote.height !== undefined && status.blockHeight <= swap.quote.height - finalBlocks;

function decideRecorded({ swap, status }: SeenSwap, facts: SettlementFacts): Settlement {
  const block = swap.block!;
  if (!isMined(status)) return { step: 'check-block', swap, block };
  if (!isSameBlock(block, status)) return { step: 'orphan', swap };
  const isFinal = facts.tipHeight - block.blockHeight >= facts.finalBlocks;
  const isPaid = status.kind === 'success' || swap.purpose === 'fill';
  return isFinal ? { step: 'finalise', swap, isPaid } : { step: 'wait' };
}

function decideMined(swap: SwapTransaction, status: Mined): Settlement {
  const [block, { feeUstx }] = [blockOf(status), status];
  if (swap.purpose === 'fill') return { step: 'fill', swap, block };
  if (status.kind === 'success' && status.amountOut !== undefined)
    return { step: 'confirm', swap, amountOut: status.amountOut, feeUstx, block };
  if (status.kind === 'aborted' && status.reason !== undefined)
    return { step: 'fail', swap, reason: status.reason, feeUstx, block };
  return { step: 'await-result', swap };
}

function decideUnmined(swaps: readonly SeenSwap[], facts: SettlementFacts): Settlement {
  const { swap: newest, status } = newestOf(swaps);
  const arrived = swaps.findLast((each) => each.status.kind === 'pending' && each.swap.state === 'stored');
  if (arrived !== undefined) return { step: 'accept', swap: arrived.swap };
  const { nonceUsedAt, tipHeight, deathBlocks } = facts;
  const isUsed = nonceUsedAt !== undefined;
  // A pending swap contradicts a used nonce: the index has not caught up yet.
  if (isUsed && swaps.some((each) => each.status.kind === 'pending')) return { step: 'wait' };
  if (status.kind === 'pending') {
    return newest.storedAt <= facts.stuckSince ? { step: 'raise-fee', swap: newest } : { step: 'wait' };
  }
  // Another sender's transaction, whose block was orphaned. Should it be mined again, the uuid still lets only one swap pay.
  if (newest.raw === NO_BYTES) return { step: 'prove-dropped', reason: 'its block was orphaned' };
  if (!isUsed) return { step: 'resend', swap: newest };
  if (tipHeight - nonceUsedAt < deathBlocks) return { step: 'wait' };
  const fate = status.kind === 'dropped' ? ` (${status.reason})` : '';
  return { step: 'prove-dropped', reason: `nonce ${newest.nonce} was used by another transaction${fate}` };
}

/**
 * Returns the newest swap, and whether a node has any of the swaps, if a no-op transaction can still take their nonce: none of
 * them is in a block, the nonce is unused, and no no-op transaction has it yet. Otherwise undefined.
 */
export function endable(
  swaps: readonly SeenSwap[],
  { nonceUsedAt }: Pick<SettlementFacts, 'nonceUsedAt'>,
): { readonly swap: SwapTransaction; readonly isPending: boolean } | undefined {
  const isInBlock = swaps.some(({ swap, status }) => swap.block !== undefined || isMined(status));
  const { swap } = newestOf(swaps);
  if (isInBlock || nonceUsedAt !== undefined || swap.purpose === 'fill') return undefined;
  return { swap, isPending: swaps.some(({ status }) => status.kind === 'pending') };
}

/** The swap that no other replaces. */
function newestOf(swaps: readonly SeenSwap[]): SeenSwap {
  const replaced = new Set(swaps.map(({ swap }) => swap.replaces));
  return swaps.findLast(({ swap }) => !replaced.has(swap.txid))!;
}

export const blockOf = ({ blockHeight, blockTime, blockHash }: BlockRef): BlockRef => ({
  blockHeight,
  blockTime,
  ...defined({ blockHash }),
});

/**
 * Whether the two are the same block. After a reorganisation, a different block may have the same height: its hash differs, and
 * usually its time.
 */
export const isSameBlock = (a: BlockRef, b: BlockRef): boolean =>
  a.blockHeight === b.blockHeight &&
  (a.blockHash === undefined || b.blockHash === undefined
    ? a.blockTime === b.blockTime
    : a.blockHash === b.blockHash);
