import type { Txid } from '../domain/order/ids.js';
import type { OrderTerms } from '../domain/order/order.js';
import type { SwapTransaction } from '../domain/order/swap-transaction.js';
import type { Address } from '../domain/shared/address.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import type { ChainRead } from './chain.js';

/** A transaction with an order's signature, as found in its signed bytes. */
export interface SentSwap
  extends
    Pick<SwapTransaction, 'txid' | 'sender' | 'nonce' | 'feeUstx' | 'raw'>,
    Pick<OrderTerms, 'router' | 'uuid' | 'inputToken' | 'amountIn' | 'signature' | 'outputToken'> {
  readonly vaults: readonly ContractId[];
  /** Payee. A router with `payout: any` lets the sender choose. */
  readonly recipient: Address;
}

/** Whether the storage already has the transaction, other than as a dropped one, so its bytes need not be read. */
export type IsStored = (txid: Txid) => Promise<boolean>;

/** Swaps that an account has sent to the registry's routers, according to the chain. */
export interface SentSwaps {
  /** Swaps of the account in the mempool that are not stored, and the nonces of all its transactions there. */
  pending(
    account: Address,
    isStored: IsStored,
  ): ChainRead<{ readonly nonces: readonly bigint[]; readonly swaps: readonly SentSwap[] }>;
  /** Mined swaps of the account that are not stored, newest first, back to about the newest stored one, at most 1,000. */
  mined(account: Address, isStored: IsStored): ChainRead<readonly SentSwap[]>;
}
