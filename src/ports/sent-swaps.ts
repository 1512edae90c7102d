import type { Txid } from '../domain/order/ids.js';
import type { OrderTerms } from '../domain/order/order.js';
import type { SwapTransaction } from '../domain/order/swap-transaction.js';
import type { Address } from '../domain/shared/address.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import type { ChainRead } from './chain.js';

/** A transaction that carries an order's signature, as its signed bytes have it. */
export interface SentSwap
  extends
    Pick<SwapTransaction, 'txid' | 'sender' | 'nonce' | 'feeUstx' | 'raw'>,
    Pick<OrderTerms, 'router' | 'uuid' | 'inputToken' | 'amountIn' | 'signature' | 'outputToken'> {
  readonly vaults: readonly ContractId[];
  /** Whom it pays. A router with `payout: any` leaves that to the sender. */
  readonly recipient: Address;
}

/** Whether the storage has the transaction already, so that its bytes need not be read. */
export type IsStored = (txid: Txid) => Promise<boolean>;

/** Swaps that an account has sent to the registry's routers, according to the chain. */
export interface SentSwaps {
  /** Swaps of the account in the mempool that are not stored, and the nonces of everything that it has there. */
  pending(
    account: Address,
    isStored: IsStored,
  ): ChainRead<{ readonly nonces: readonly bigint[]; readonly swaps: readonly SentSwap[] }>;
  /** Mined swaps of the account that are not stored, newest first, back to about the newest one that is, at most 1,000. */
  mined(account: Address, isStored: IsStored): ChainRead<readonly SentSwap[]>;
}
