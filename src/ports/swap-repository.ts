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
  /** Live swaps, oldest first, at most `limit`, those after `after` when given. */
  listLive(
    limit: number,
    after?: Pick<SwapTransaction, 'storedAt' | 'txid'>,
  ): Promise<readonly SwapTransaction[]>;
  /** The nonces that live swaps of the sender hold. */
  listHeldNonces(sender: Address): Promise<readonly bigint[]>;
}
