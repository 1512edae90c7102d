import type { OrderTerms } from '../domain/order/order.js';
import type { RawTransaction, Txid } from '../domain/order/ids.js';
import type { Route } from '../domain/router/best-route.js';
import type { Registry } from '../domain/market/registry.js';
import type { Slippage } from '../domain/router/slippage.js';
import type { Address } from '../domain/shared/address.js';
import type { Result } from '../domain/shared/result.js';
import type { Units } from '../domain/shared/units.js';
import type { ChainUnreachable } from './chain-node.js';

/** Everything that decides a swap's transaction, except who pays for it and when. */
export interface SwapPlan {
  readonly terms: OrderTerms;
  readonly route: Route;
  readonly slippage: Slippage;
  readonly registry: Registry;
}

export interface SignedSwap {
  readonly txid: Txid;
  readonly raw: RawTransaction;
}

/** The route moves more of an asset than a post-condition can bound (2^64 - 1). */
export interface Unprotectable {
  readonly kind: 'swap-unprotectable';
}

/** Builds and signs swaps with the operator's key. */
export interface SwapSigner {
  /** The operator account. */
  readonly address: Address;
  /** The most that one transaction may cost. */
  readonly maxFeeUstx: Units;
  /** The node's fee estimate for the plan, in microSTX, at most the configured cap. */
  estimateFee(plan: SwapPlan): Promise<Result<Units, ChainUnreachable | Unprotectable>>;
  /** Signs the plan under deny-mode post-conditions. The same inputs give the same bytes. */
  sign(
    plan: SwapPlan,
    account: { readonly nonce: bigint; readonly feeUstx: Units },
  ): Promise<Result<SignedSwap, Unprotectable>>;

  /** As `estimateFee`, for a transaction that was signed before. */
  estimateFeeOf(raw: RawTransaction): Promise<Result<Units, ChainUnreachable>>;
  /** The same transaction under the same nonce for another fee. */
  signAgain(raw: RawTransaction, feeUstx: Units): Promise<SignedSwap>;
  /** A transaction that does nothing worth mentioning but use the nonce up. */
  signNoOp(account: { readonly nonce: bigint; readonly feeUstx: Units }): Promise<SignedSwap>;
}
