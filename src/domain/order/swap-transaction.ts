import type { Address } from '../shared/address.js';
import type { Brand } from '../shared/brand.js';
import type { ContractId } from '../shared/contract-id.js';
import { err, ok, type Result } from '../shared/result.js';
import type { Units } from '../shared/units.js';
import type { BlockRef, OrderUuid } from './order.js';

/** 64 lower-case hex characters, without 0x. */
export type Txid = Brand<string, 'Txid'>;

/** A signed transaction's bytes in hex. A secret until mined: it carries the order's signature. */
export type RawTransaction = Brand<string, 'RawTransaction'>;

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

const TXID = /^(?:0x)?([0-9a-f]{64})$/;

export function parseTxid(raw: string): Result<Txid, { readonly kind: 'invalid-txid' }> {
  const match = TXID.exec(raw.toLowerCase());
  return match ? ok(match[1] as Txid) : err({ kind: 'invalid-txid' });
}

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
