import type { OrderTerms } from '../domain/order/order.js';
import type { RawTransaction } from '../domain/order/ids.js';
import type { SwapTransaction } from '../domain/order/swap-transaction.js';
import type { Route } from '../domain/router/best-route.js';
import type { Registry } from '../domain/market/registry.js';
import type { Slippage } from '../domain/router/slippage.js';
import type { Address } from '../domain/shared/address.js';
import type { Result } from '../domain/shared/result.js';
import type { Units } from '../domain/shared/units.js';
import type { ChainRead, ChainUnreachable } from './chain.js';

/** Everything that determines a swap's transaction except its sender, nonce and fee. */
export interface SwapPlan {
  readonly terms: OrderTerms;
  readonly route: Route;
  readonly slippage: Slippage;
  readonly registry: Registry;
}

/** A signed transaction: its id and its serialised bytes. */
export type SignedSwap = Pick<SwapTransaction, 'txid' | 'raw'>;

/**
 * The route moves more of an asset than a post-condition can bound, 2^64 - 1 units, or the order's owner has set a bound that no
 * post-condition can express.
 */
export interface Unprotectable {
  readonly kind: 'swap-unprotectable';
}

/** Builds and signs swaps with the key of one operator account. */
export interface SwapSigner {
  /** The account's address. */
  readonly address: Address;
  /** The highest fee of one transaction, in microSTX. */
  readonly maxFeeUstx: Units;
  /** The node's fee estimate for the plan, in microSTX, capped at `maxFeeUstx`. */
  estimateFee(plan: SwapPlan): Promise<Result<Units, ChainUnreachable | Unprotectable>>;
  /** Signs the plan with deny-mode post-conditions. Deterministic: equal inputs give equal bytes. */
  sign(
    plan: SwapPlan,
    account: Pick<SwapTransaction, 'nonce' | 'feeUstx'>,
  ): Promise<Result<SignedSwap, Unprotectable>>;

  /**
   * Whether this account signed the stored bytes, with this nonce and fee. To be checked before anything is signed in place of the
   * bytes, because an attacker with write access to the database can change them.
   */
  hasSigned(stored: Pick<SwapTransaction, 'raw' | 'nonce' | 'feeUstx'>): boolean;
  /** Like `estimateFee`, for a signed transaction. */
  estimateFeeOf(raw: RawTransaction): ChainRead<Units>;
  /** Signs the same transaction with the same nonce and a different fee. Throws for bytes that this account has not signed. */
  signAgain(raw: RawTransaction, feeUstx: Units): Promise<SignedSwap>;
  /** Signs a no-op transaction, whose only effect is to use up the nonce. */
  signNoOp(account: Pick<SwapTransaction, 'nonce' | 'feeUstx'>): Promise<SignedSwap>;
}
