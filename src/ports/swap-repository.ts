import type { Spending } from '../domain/order/evaluation/brakes.js';
import type { AccountLoad } from '../domain/order/evaluation/operator-accounts.js';
import type { OrderUuid, Txid } from '../domain/order/ids.js';
import type { SwapTransaction } from '../domain/order/swap-transaction.js';
import type { Address } from '../domain/shared/address.js';

/** Live swaps of an owner's orders, and number of the orders that failed. */
export interface OwnerStanding {
  readonly live: readonly SwapTransaction[];
  readonly failures: number;
}

/** Signed swaps. Live ones are stored, accepted or included, and may still be mined. */
export interface SwapRepository {
  /** Stores a new swap. Throws for a known txid. */
  insert(swap: SwapTransaction): Promise<void>;
  /** Replaces state and block of a stored swap. Throws for an unknown txid. */
  update(swap: SwapTransaction): Promise<void>;
  findByTxid(txid: Txid): Promise<SwapTransaction | undefined>;
  /** All swaps of the order, live or not, oldest first. */
  listByOrder(uuid: OrderUuid): Promise<readonly SwapTransaction[]>;
  /**
   * Live swaps by sender and nonce, then oldest first, starting behind `after` if given: `limit` of them, or a few more,
   * because swaps of one nonce are never split.
   */
  listLive(
    limit: number,
    after?: Pick<SwapTransaction, 'sender' | 'nonce'>,
  ): Promise<readonly SwapTransaction[]>;
  /** The nonces of the sender's live swaps, each once. */
  listHeldNonces(sender: Address): Promise<readonly bigint[]>;
  /** The live swaps of the owner's orders, no-op transactions excluded, oldest first. */
  listLiveOf(owner: Address): Promise<readonly SwapTransaction[]>;
  /** Every account that a swap was ever stored for. */
  senders(): Promise<readonly Address[]>;
  /** Returns the nonces that each account has under way; accounts without any are absent. */
  loads(): Promise<ReadonlyMap<Address, AccountLoad>>;
  /**
   * The same swaps, and how many of the owner's orders are failed and have a swap of one of the senders that was stored at
   * `since` or later, by one read.
   */
  standingOf(owner: Address, senders: readonly Address[], since: Date): Promise<OwnerStanding>;
  /** All swaps with the nonce, live or not, oldest first. */
  listByNonce(sender: Address, nonce: bigint): Promise<readonly SwapTransaction[]>;
  /**
   * For each time, of one or more, what all senders' swaps cost and take that were stored then or later, by one read.
   * Dropped ones count for nothing, nor does one that another replaces: only one of them is mined, and the replacement
   * pays more.
   */
  spentSince(times: readonly Date[]): Promise<readonly Spending[]>;
}
