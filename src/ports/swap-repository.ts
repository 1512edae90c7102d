import type { Spending } from '../domain/order/evaluation/brakes.js';
import type { AccountLoad } from '../domain/order/evaluation/operator-accounts.js';
import type { OrderUuid, Txid } from '../domain/order/ids.js';
import type { SwapTransaction } from '../domain/order/swap-transaction.js';
import type { SentTransaction } from '../domain/operator/costs.js';
import type { Address } from '../domain/shared/address.js';

/** Live swaps of an owner's orders, and the number of failed orders. */
export interface OwnerStanding {
  readonly live: readonly SwapTransaction[];
  readonly failures: number;
}

/** Next state and block of a swap, and the swap as it was read. */
export interface SwapChange {
  readonly from: SwapTransaction;
  readonly to: Pick<SwapTransaction, 'state' | 'block'>;
}

/** A nonce of an account. */
export type NoncePlace = Pick<SwapTransaction, 'sender' | 'nonce'>;

/** Place of a transaction in the order in which they were stored. */
export type SentAfter = Pick<SwapTransaction, 'storedAt' | 'txid'>;

/** Selects transactions stored at `from` or later and before `to`, after `after` if given: `limit` of them at most. */
export interface SentQuery {
  readonly from: Date;
  readonly to: Date;
  readonly after?: SentAfter;
  readonly limit: number;
}

/** Signed swaps. Live ones are stored, accepted or included, and may still be mined. */
export interface SwapRepository {
  /** Stores new swaps, all or, if one of the txids is known, none: it then throws. */
  insert(...swaps: readonly SwapTransaction[]): Promise<void>;
  /**
   * Replaces state and block of those swaps, each named once, that are stored in the state and block they are changed from, and returns
   * their txids.
   */
  update(...changes: readonly SwapChange[]): Promise<ReadonlySet<Txid>>;
  findByTxid(txid: Txid): Promise<SwapTransaction | undefined>;
  /** The stored ones of these swaps, oldest first. */
  listByTxid(...txids: readonly Txid[]): Promise<readonly SwapTransaction[]>;
  /** All swaps of these orders, live or not, oldest first. */
  listByOrder(...uuids: readonly OrderUuid[]): Promise<readonly SwapTransaction[]>;
  /**
   * Live swaps by sender and nonce, then oldest first, starting after `after` if given: `limit` of them, or a few more, because
   * swaps with one nonce are never split.
   */
  listLive(limit: number, after?: NoncePlace): Promise<readonly SwapTransaction[]>;
  /** The nonces of each sender's live swaps, each once, lowest first. */
  heldNonces(...senders: readonly Address[]): Promise<ReadonlyMap<Address, readonly bigint[]>>;
  /** The live swaps of each owner's orders, except no-op transactions, oldest first. */
  liveOf(...owners: readonly Address[]): Promise<ReadonlyMap<Address, readonly SwapTransaction[]>>;
  /** Every account for which a swap was ever stored. */
  senders(): Promise<readonly Address[]>;
  /** Returns each account's nonces in flight; accounts without any are absent. */
  loads(): Promise<ReadonlyMap<Address, AccountLoad>>;
  /**
   * For each of the owners, each named once: the live swaps of the owner's orders, oldest first, and the number of the owner's failed
   * orders that have a swap from one of the senders, stored at `since` or later. A swap that fails meanwhile counts as live.
   */
  standingsOf(
    owners: readonly Address[],
    senders: readonly Address[],
    since: Date,
  ): Promise<ReadonlyMap<Address, OwnerStanding>>;
  /** All swaps with any of these nonces, at least one, live or not, oldest first. */
  listByNonce(...places: readonly NoncePlace[]): Promise<readonly SwapTransaction[]>;
  /** All transactions of the period, live or not, with their orders, oldest first, ties by txid. */
  listSent(query: SentQuery): Promise<readonly SentTransaction[]>;
  /**
   * Returns, for each of the times (at least one), the cost and worth of all senders' swaps stored at that time or later, in one
   * read. Dropped swaps do not count, nor do replaced ones: of a swap and its replacement only one is mined, and the replacement
   * pays more.
   */
  spentSince(times: readonly Date[]): Promise<readonly Spending[]>;
}
