import type { Confirmation } from '../conditions/guards.js';
import type { JsonObject } from '../../shared/json.js';

/**
 * A signed order, as its owner places it. Contracts and addresses are those of the registry's network; amounts are whole numbers
 * of the token's smallest units in decimal digits; times are ISO 8601, in UTC if they name no zone. `OrderInput` has the known
 * fields only; `placeJson` places orders with further fields, and keeps them.
 */
export type OrderInput = {
  /** A UUID of your choice. It is signed, and can be spent once on the chain. */
  readonly uuid: string;
  /** The signer's address. */
  readonly owner: string;
  /** Payee's address: the owner, unless orders are accepted for routers that pay anyone. */
  readonly recipient: string;
  /** A subnet token. */
  readonly inputToken: string;
  /** Token to buy; the registry's wstx contract means STX. */
  readonly outputToken: string;
  /** 1 to 2^64 - 1. */
  readonly amountIn: string;
  /** SIP-018 signature R, S, V with low s: 130 hex characters. A secret. */
  readonly signature: string;
  /** One of the registry's routers. When absent, the one that fits the signature. */
  readonly router?: string;
  /**
   * The token whose price triggers the order, `.stx` for STX; or `*` for a trigger that is met as soon as the order’s window is
   * open. Given together with `direction` and `targetPrice` or `trail`, or not at all.
   */
  readonly conditionToken?: string;
  /** In units of `baseAsset`: a decimal number of 0 or more, with up to 18 decimals. Absent with `trail`. */
  readonly targetPrice?: string;
  /** `gt`: at this price or above; `lt`: at this price or below. */
  readonly direction?: 'gt' | 'lt';
  /** `USD` or a token's contract. Default `USD`. */
  readonly baseAsset?: string;
  /**
   * In place of `targetPrice`: the stop follows the price at this distance, below the highest since the order was placed for `lt`,
   * above the lowest for `gt`. One of the two: basis points of that price, 1 to 9,999, or a price. Requires `termsSignature`.
   */
  readonly trail?: { readonly bps?: number; readonly price?: string };
  /** With `trail`: the stop counts once the highest price is at least this one, or the lowest at most. */
  readonly activationPrice?: string;
  /** Dollars in pools below which the trigger does not fire. Default: the setting of the core. */
  readonly minLiquidityUsd?: number;
  /** Duration for which the price must hold. Default: the setting of the core. */
  readonly confirm?: Confirmation;
  /** Time before which the executor does not send the order; less than 90 days ahead. */
  readonly validFrom?: string;
  /** Time from which the order is no longer sent. */
  readonly validTo?: string;
  /**
   * UUID of the entry that must be confirmed before this order is sent, as one of its exits, which cancel each other. Requires `termsSignature`
   * and the entry's `strategyId`, and is placed in one atomic batch with the entry.
   */
  readonly after?: string;
  /** Minimum that the owner receives; the chain aborts a swap that would pay less. */
  readonly minAmountOut?: string;
  /** A fraction from 0 to the setting `maxSlippage`. Default: the setting `slippage`. */
  readonly slippage?: number | string;
  /** A fraction from 0 to 1. */
  readonly maxPriceImpact?: number | string;
  /** The owner's signature over all terms: 130 hex characters. A secret. */
  readonly termsSignature?: string;
  /** If `termsSignature` is over the terms of a whole plan: the path from this order's terms to what is signed, as `signOrders` makes it. */
  readonly termsPath?: readonly string[];
  /**
   * Number of these terms among those that you sign for the order, 1 to 1,000: each amendment has a higher one. Needs
   * `termsSignature`.
   */
  readonly revision?: number;
  /** Handle of an open order of yours, which is cancelled as this one is stored, or neither is. Needs `termsSignature`. */
  readonly replaces?: string;
  /** Your own id, unique among your open and broadcasted orders: 1 to 64 characters of A-Z a-z 0-9 _ . : - */
  readonly clientOrderId?: string;
  /** Tag of the program that places the order: 1 to 40 characters of a-z 0-9 . _ -, the first a letter or digit, such as `app.example.org`. */
  readonly integrator?: string;
  /** Groups the orders of one plan; like a plan's other texts, up to 200 characters. */
  readonly strategyId?: string;
  readonly strategyType?: string;
  readonly strategyDescription?: string;
  /** The place in the plan, 1 to 1,000,000; at most `strategySize`. */
  readonly strategyPosition?: number;
  /** Orders in the plan, 1 to 1,000,000. */
  readonly strategySize?: number;
  /** Any JSON, up to 8 KB. `oco: true` with a `strategyId`: sending one order of the plan cancels the others. */
  readonly metadata?: JsonObject & { readonly oco?: boolean };
};
