import type { TransactionStatus } from '../domain/order/settlement.js';
import type { RawTransaction, Txid } from '../domain/order/ids.js';
import type { Address } from '../domain/shared/address.js';
import type { Result } from '../domain/shared/result.js';

/** No usable answer: connection refused, time-out, rate limit or a 5xx. Nothing is known about what it would have been. */
export interface ChainUnreachable {
  readonly kind: 'chain-unreachable';
  /** For the log; holds no secret. */
  readonly reason: string;
}

export type BroadcastOutcome =
  | { readonly kind: 'accepted' }
  /** The node looked at it and said no. */
  | { readonly kind: 'refused'; readonly reason: string; readonly about: RefusalSubject }
  /** The node may or may not have it. */
  | { readonly kind: 'unknown'; readonly reason: string };

/**
 * What a refusal is about. `nonce`: its own earlier copy may be the cause, so it proves nothing. `account`: the sender has
 * too little, or too much on its way, for now. `node`: the node has trouble of its own. `transaction`: the bytes
 * themselves; asking again will not help.
 */
export type RefusalSubject = 'nonce' | 'account' | 'node' | 'transaction';

export interface AccountNonces {
  /** The nonce that the account's next executed transaction must carry. */
  readonly next: bigint;
  /** The last executed nonce; undefined for an account that never sent. */
  readonly lastExecuted: bigint | undefined;
}

/** A Stacks node and its index. */
export interface ChainNode {
  /** Height of the newest block. */
  tipHeight(): Promise<Result<number, ChainUnreachable>>;
  accountNonces(account: Address): Promise<Result<AccountNonces, ChainUnreachable>>;
  /** Sends the bytes once. Never throws for what the network does. */
  broadcast(raw: RawTransaction, txid: Txid): Promise<BroadcastOutcome>;
  transactionStatus(txid: Txid): Promise<Result<TransactionStatus, ChainUnreachable>>;
  /**
   * Asks for many at once. One for which there is no usable answer is absent; unreachable when
   * there is none for any.
   */
  transactionStatuses(
    txids: readonly Txid[],
  ): Promise<Result<ReadonlyMap<Txid, TransactionStatus>, ChainUnreachable>>;
}
