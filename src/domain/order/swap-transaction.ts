import type { Address } from '../shared/address.js';
import type { ContractId } from '../shared/contract-id.js';
import { toUnits, type Units } from '../shared/units.js';
import type { OrderUuid, RawTransaction, Txid } from './ids.js';

/** The quote on which a swap is based. */
export interface ExecutionQuote {
  readonly amountIn: Units;
  readonly amountOut: Units;
  readonly quotedAt: Date;
  /** Height of the chain's tip when the swap was signed. Absent in other servers' records. */
  readonly height?: number;
  /** Fraction, 0 to 0.5, by which the amounts may change before the post-conditions abort the swap. */
  readonly slippage: number;
  /** Whether post-conditions hold the swap to its output less slippage. Absent in other servers' records. */
  readonly protected?: boolean;
  /** Tokens from input to output. */
  readonly path: readonly ContractId[];
  readonly vaults: readonly ContractId[];
}

/** Block in which a transaction was mined. */
export interface BlockRef {
  readonly blockHeight: number;
  /** Unix seconds. */
  readonly blockTime: number;
  /** 64 hex digits; undefined if the index did not give it. */
  readonly blockHash?: string;
}

/**
 * `stored`: not known to have reached a node. `accepted`: a node accepted it. `included`: in a block that may still be orphaned.
 * `final`: in a final block. `dead`: dropped; it can never be mined.
 */
export type SwapState = 'stored' | 'accepted' | 'included' | 'final' | 'dead';

/**
 * A signed transaction of an order. It is stored before it is sent, and sent again until it is settled. Transactions of one order
 * with the same nonce are replacements of each other: at most one of them is ever mined.
 */
export interface SwapTransaction {
  readonly txid: Txid;
  readonly orderUuid: OrderUuid;
  /** `fill`: a no-op transaction. It takes the nonce of a swap that every node refuses, so later nonces are not blocked. */
  readonly purpose: 'swap' | 'fill';
  /** The transaction that it replaces in the mempool. Either may be mined. */
  readonly replaces?: Txid;
  /** The operator account that pays the fee. */
  readonly sender: Address;
  readonly nonce: bigint;
  readonly feeUstx: Units;
  /** The signed bytes; {@link NO_BYTES} for another sender's transaction whose bytes no host returns, so that it cannot be sent again. */
  readonly raw: RawTransaction;
  readonly quote: ExecutionQuote;
  /** Worth of the swap's input in dollars, at the prices when the swap was stored; absent unless the operator limits worth. */
  readonly worthUsd?: number;
  readonly storedAt: Date;
  readonly state: SwapState;
  /** Present while the swap is in a block. */
  readonly block?: BlockRef;
}

export const NO_BYTES = '' as RawTransaction;

/** States in which the outcome on the chain may still change. */
export const LIVE_SWAP_STATES = ['stored', 'accepted', 'included'] as const satisfies readonly SwapState[];

export const isLive = (state: SwapState): boolean => LIVE_SWAP_STATES.some((live) => live === state);

/** Whether a swap that pays its order is in no block yet. */
export const isPendingSwap = ({ purpose, state }: SwapTransaction): boolean =>
  purpose === 'swap' && (state === 'stored' || state === 'accepted');

/**
 * Whether the order's live swaps, given oldest first, are overdue, so that a no-op transaction may take their nonce. They are
 * overdue if none is in a block, and the newest either is a no-op transaction already or was stored long enough ago: `gapAfterMs`
 * if no node is known to have any of them, otherwise `stuckAfterMs`.
 */
export function isOverdue(
  swaps: readonly SwapTransaction[],
  now: Date,
  { gapAfterMs, stuckAfterMs }: { readonly gapAfterMs: number; readonly stuckAfterMs: number },
): boolean {
  // A no-op transaction that closes a gap is stored with an order, but its nonce is not that of the order's swap.
  const last = swaps.findLast(({ state, purpose }) => isLive(state) && purpose === 'swap');
  const live = swaps.filter((swap) => isLive(swap.state) && last !== undefined && isSameNonce(swap, last));
  const newest = live.at(-1);
  if (newest === undefined || live.some(({ block }) => block !== undefined)) return false;
  if (newest.purpose === 'fill') return true;
  const patienceMs = live.every(({ state }) => state === 'stored') ? gapAfterMs : stuckAfterMs;
  return now.getTime() - newest.storedAt.getTime() >= patienceMs;
}

/** Whether the two are in the same state and, if in a block, in the same block. */
export const isSameState = (
  a: Pick<SwapTransaction, 'state' | 'block'>,
  b: Pick<SwapTransaction, 'state' | 'block'>,
): boolean =>
  a.state === b.state &&
  a.block?.blockHeight === b.block?.blockHeight &&
  a.block?.blockTime === b.block?.blockTime &&
  a.block?.blockHash === b.block?.blockHash;

/** Whether at most one of the two can be mined, because they spend the same nonce of the same account. */
export const isSameNonce = (
  a: Pick<SwapTransaction, 'sender' | 'nonce'>,
  b: Pick<SwapTransaction, 'sender' | 'nonce'>,
): boolean => a.sender === b.sender && a.nonce === b.nonce;

/** The account's next nonce: the lowest one that neither the chain nor a live swap uses, so that a refused swap leaves no gap. */
export function nextNonce(chainNonce: bigint, held: readonly bigint[]): bigint {
  const taken = new Set(held);
  let nonce = chainNonce;
  while (taken.has(nonce)) nonce += 1n;
  return nonce;
}

/** The pending nonces that no live swap uses, lowest first. */
export function foreignNonces(pending: readonly bigint[], held: readonly bigint[]): readonly bigint[] {
  const own = new Set(held);
  return pending.filter((nonce) => !own.has(nonce)).sort((a, b) => (a < b ? -1 : 1));
}

/** The nonces below the highest held one that neither the chain nor a live swap uses. They block all later ones. */
export function missingNonces(chainNonce: bigint, held: readonly bigint[]): readonly bigint[] {
  const taken = new Set(held);
  const highest = held.reduce((high, nonce) => (nonce > high ? nonce : high), chainNonce);
  const missing: bigint[] = [];
  for (let nonce = chainNonce; nonce < highest; nonce += 1n) if (!taken.has(nonce)) missing.push(nonce);
  return missing;
}

/**
 * Maximum number of nonces ahead of the chain for which an account's swaps are signed. A node accepts up to 25 (stacks-core,
 * MAXIMUM_MEMPOOL_TX_CHAINING), and a swap that cannot be sent yet is better quoted later.
 */
export const MAX_IN_FLIGHT = 25n;

/**
 * The fee of a replacement, all in microSTX: 25% more than `paid`, or the estimate if higher, at most `most`. Nodes accept any
 * increase; steps of this size reach the market rate in few replacements. Undefined if `most` leaves no room for an increase.
 */
export function raisedFee(paid: Units, estimate: Units, most: Units): Units | undefined {
  const quarterMore = paid + paid / 4n + 1n;
  const wanted = quarterMore > estimate ? quarterMore : estimate;
  const fee = wanted < most ? wanted : most;
  return fee > paid ? toUnits(fee) : undefined;
}
