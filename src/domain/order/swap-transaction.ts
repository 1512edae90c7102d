import type { Address } from '../shared/address.js';
import type { ContractId } from '../shared/contract-id.js';
import { toUnits, type Units } from '../shared/units.js';
import type { OrderUuid, RawTransaction, Txid } from './ids.js';

/** The quote that a swap was built on. */
export interface ExecutionQuote {
  readonly amountIn: Units;
  readonly amountOut: Units;
  readonly quotedAt: Date;
  /** Fraction, 0 to 0.5: how far the amounts may move before the post-conditions abort the swap. */
  readonly slippage: number;
  /** Tokens from input to output. */
  readonly path: readonly ContractId[];
  readonly vaults: readonly ContractId[];
}

/** Where a transaction was mined. */
export interface BlockRef {
  readonly blockHeight: number;
  /** Unix seconds. */
  readonly blockTime: number;
}

/**
 * `stored`: not known to have reached a node. `accepted`: a node took it. `included`: in a block that may still be
 * orphaned. `final`: in a block deep enough. `dead`: can never be mined.
 */
export type SwapState = 'stored' | 'accepted' | 'included' | 'final' | 'dead';

/**
 * A signed transaction of an order. It is stored before it is sent and sent again until its fate is known. Those of one
 * order under one nonce are rivals: at most one of them is ever mined.
 */
export interface SwapTransaction {
  readonly txid: Txid;
  readonly orderUuid: OrderUuid;
  /** `fill`: it swaps nothing and uses up the nonce of a swap that no node takes, so that later nonces are not held up. */
  readonly purpose: 'swap' | 'fill';
  /** The rival that it is meant to push out of the mempool. Either may be mined. */
  readonly replaces?: Txid;
  /** The operator account that pays the fee. */
  readonly sender: Address;
  readonly nonce: bigint;
  readonly feeUstx: Units;
  readonly raw: RawTransaction;
  readonly quote: ExecutionQuote;
  readonly storedAt: Date;
  readonly state: SwapState;
  /** Present while the swap is in a block. */
  readonly block?: BlockRef;
}

/** States in which the chain may still change its mind. */
export const LIVE_SWAP_STATES = ['stored', 'accepted', 'included'] as const satisfies readonly SwapState[];

export const isLive = (state: SwapState): boolean => LIVE_SWAP_STATES.some((live) => live === state);

/**
 * The nonce of the account's next transaction: the lowest one that the chain has not executed and no live swap
 * holds, so that a refused swap leaves no gap behind.
 */
export function nextNonce(chainNonce: bigint, held: readonly bigint[]): bigint {
  const taken = new Set(held);
  let nonce = chainNonce;
  while (taken.has(nonce)) nonce += 1n;
  return nonce;
}

/** The nonces below the highest held one that neither the chain nor a live swap has used: whatever follows them waits. */
export function missingNonces(chainNonce: bigint, held: readonly bigint[]): readonly bigint[] {
  const taken = new Set(held);
  const highest = held.reduce((high, nonce) => (nonce > high ? nonce : high), chainNonce);
  const missing: bigint[] = [];
  for (let nonce = chainNonce; nonce < highest; nonce += 1n) if (!taken.has(nonce)) missing.push(nonce);
  return missing;
}

/**
 * How many nonces ahead of the chain swaps are signed. A node takes an account's transactions up to 25 ahead
 * (stacks-core, MAXIMUM_MEMPOOL_TX_CHAINING), and what cannot be sent yet is better quoted later.
 */
export const MAX_IN_FLIGHT = 25n;

/**
 * What a rival pays to push out a transaction that paid `paid`: a quarter more, or the estimate if that is higher, at
 * most `most`. Any increase would do for a node; steps this large reach the going rate in few. Undefined when there is
 * no room left.
 */
export function raisedFee(paid: Units, estimate: Units, most: Units): Units | undefined {
  const quarterMore = paid + paid / 4n + 1n;
  const wanted = quarterMore > estimate ? quarterMore : estimate;
  const fee = wanted < most ? wanted : most;
  return fee > paid ? toUnits(fee) : undefined;
}
