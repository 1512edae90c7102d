import type { Address } from '../shared/address.js';
import type { ContractId } from '../shared/contract-id.js';
import type { Units } from '../shared/units.js';
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

/** A signed swap of an order. It is stored before it is sent and sent again until its fate is known. */
export interface SwapTransaction {
  readonly txid: Txid;
  readonly orderUuid: OrderUuid;
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
