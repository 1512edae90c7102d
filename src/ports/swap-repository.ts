import type { OrderUuid, Txid } from '../domain/order/ids.js';
import type { SwapTransaction } from '../domain/order/swap-transaction.js';
import type { Address } from '../domain/shared/address.js';

/** Signed swaps: what may be on its way to the chain. Live ones are stored, accepted or included. */
export interface SwapRepository {
  /** Stores a new swap; the txid must be new. */
  insert(swap: SwapTransaction): Promise<void>;
  /** Replaces state and block of the stored swap. Throws for an unknown txid. */
  update(swap: SwapTransaction): Promise<void>;
  findByTxid(txid: Txid): Promise<SwapTransaction | undefined>;
  /** Every swap the order ever had, oldest first. */
  listByOrder(uuid: OrderUuid): Promise<readonly SwapTransaction[]>;
  /**
   * Live swaps by sender and nonce, then oldest first, of those after `after` when given: about `limit`, for those of
   * one nonce always come together.
   */
  listLive(
    limit: number,
    after?: Pick<SwapTransaction, 'sender' | 'nonce'>,
  ): Promise<readonly SwapTransaction[]>;
  /** The nonces that live swaps of the sender hold, each once. */
  listHeldNonces(sender: Address): Promise<readonly bigint[]>;
  /** Every swap that ever had the nonce, live or not, oldest first. */
  listByNonce(sender: Address, nonce: bigint): Promise<readonly SwapTransaction[]>;
}
