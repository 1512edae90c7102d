import type { OrderTerms } from '../domain/order/order.js';
import type { TransactionStatus } from '../domain/order/lifecycle/settlement.js';
import type { SwapTransaction } from '../domain/order/swap-transaction.js';
import type { Address } from '../domain/shared/address.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import type { Units } from '../domain/shared/units.js';
import type { ChainTip, ChainRead } from './chain.js';

/** A mined transaction with an order's signature, from any sender. */
export interface MinedSwap extends Pick<SwapTransaction, 'txid' | 'sender' | 'nonce' | 'feeUstx' | 'raw'> {
  readonly vaults: readonly ContractId[];
  readonly outputToken: ContractId;
  /** Payee. A router with `payout: any` lets the sender choose. */
  readonly recipient: Address;
  readonly status: Extract<TransactionStatus, { readonly kind: 'success' }> & { readonly amountOut: Units };
}

/** Earlier blocks, in which a transaction that is not stored here may have paid an order. */
export interface PastBlocks {
  /** The block at the height, for reads of the state after it; undefined if the index does not have it. */
  tipAt(height: number): ChainRead<ChainTip | undefined>;
  /** The order's swap among the block's successful transactions; undefined if none of them calls the order's router for the order. */
  swapIn(height: number, terms: Pick<OrderTerms, 'uuid' | 'router'>): ChainRead<MinedSwap | undefined>;
  /** Whether a transaction of the block is the owner's own revocation of the order's uuid. */
  isRevokedIn(height: number, terms: Pick<OrderTerms, 'uuid' | 'owner' | 'inputToken'>): ChainRead<boolean>;
}
