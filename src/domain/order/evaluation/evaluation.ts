import type { SendingStopped } from './brakes.js';
import type { Txid } from '../ids.js';
import { isDormant, type Order } from '../order.js';
import type { Figures, Retry } from './retry-policy.js';
import { expiryAt, windowAt } from '../lifecycle/strategy.js';
import { settledAt, unmetBy, type Unmet } from '../conditions/conditions.js';
import { lowLiquidity, type LowLiquidity } from '../conditions/guards.js';
import type { Mark } from '../conditions/marks.js';
import type { PriceOf } from '../conditions/price-ratio.js';

/** The reasons for failed attempts that the owner sees. */
const SHOWN_FAILURES = [
  'no-route',
  'below-minimum',
  'price-impact',
  'unprotected-route',
  'insufficient-balance',
  'owner-in-flight',
  'too-many-failures',
  'order-spent',
  'terms-changed',
  'worth-unknown',
  'worth-too-high',
  'chain-unreachable',
] as const;

/**
 * Reason why all new swaps are stopped. `chain-unreachable`: the limit on the accounts’ balances cannot be checked; `dry-run`:
 * swaps are only planned.
 */
export type StopKind = SendingStopped['kind'] | 'chain-unreachable' | 'dry-run';

/** Reason why an open order is not sent right now. */
export type Evaluation =
  /** The order has no trigger, so only its owner sends it. */
  | { readonly state: 'manual'; readonly reason: 'manual' }
  /** The order is an exit, and its entry is not confirmed. */
  | { readonly state: 'waiting'; readonly reason: 'waiting-entry' }
  | { readonly state: 'waiting'; readonly reason: 'waiting-window'; readonly opensAt: Date }
  /** The order's condition is unmet. */
  | Unmet
  | LowLiquidity
  /** The order's condition is met, but not for long enough yet. `own-pool`: it is not met without the order's own pools. */
  | (Figures & {
      readonly state: 'waiting';
      readonly reason: 'waiting-confirmation' | 'own-pool';
      readonly retryAt: Date;
    })
  | (Figures & {
      readonly state: 'backing-off';
      readonly reason: (typeof SHOWN_FAILURES)[number] | 'backing-off';
      readonly attempts: number;
      readonly retryAt: Date;
    })
  /** The next pass sends the order. While all new swaps are stopped, that is the first pass after they are resumed. */
  | {
      readonly state: 'ready';
      readonly reason: 'due';
      /** The operator has paused new swaps. */
      readonly isPaused?: true;
      readonly stoppedBy?: StopKind;
    }
  /** The order's swap is stored, and is sent repeatedly until it is settled. */
  | { readonly state: 'sending'; readonly reason: 'broadcast-unknown'; readonly txid: Txid }
  /** The next pass cancels it. */
  | { readonly state: 'ended'; readonly reason: 'expired' | 'max-age' };

export interface Circumstances {
  readonly now: Date;
  /** The newest recorded prices. */
  readonly priceOf: PriceOf;
  /** Minimum liquidity, in dollars, for orders that do not set one. */
  readonly minLiquidityUsd: number;
  /** The order's mark, if it trails a price and has one. */
  readonly mark?: Mark | undefined;
  /** The order's last failed attempt. */
  readonly retry?: Retry | undefined;
}

/**
 * Returns the reason why the order is not sent; undefined unless it is open and its owner wants it. The clock is checked before the price, and both
 * before a failed attempt.
 */
export function evaluateOrder(order: Order, circumstances: Circumstances): Evaluation | undefined {
  const { now, priceOf, retry } = circumstances;
  if (order.status !== 'open') return undefined;
  const { validFrom } = order.terms;
  const trigger = order.terms.trigger && settledAt(order.terms.trigger, circumstances.mark);
  if (order.sending !== undefined)
    return { state: 'sending', reason: 'broadcast-unknown', txid: order.sending };
  if (isDormant(order)) return { state: 'waiting', reason: 'waiting-entry' };
  const expiry = expiryAt(order, now);
  // The order itself says that its owner, or its owner's timer, has ended it.
  if (expiry === 'owner' || expiry === 'cancel-after') return undefined;
  if (expiry !== undefined) return { state: 'ended', reason: expiry };
  if (trigger === undefined) return { state: 'manual', reason: 'manual' };
  if (validFrom !== undefined && windowAt(order.terms, now) === 'before')
    return { state: 'waiting', reason: 'waiting-window', opensAt: validFrom };
  const unmet = unmetBy(trigger, priceOf);
  if (unmet !== undefined) return unmet;
  const low =
    trigger.kind === 'price' &&
    lowLiquidity(trigger, order.terms.minLiquidityUsd ?? circumstances.minLiquidityUsd, priceOf);
  if (low) return low;
  // The back-off of a dry run is not an obstacle of the order: the order is due, and the dry run stops it.
  if (retry !== undefined && retry.at > now && retry.reason !== 'dry-run') {
    if (retry.reason === 'waiting-confirmation' || retry.reason === 'own-pool')
      return { ...retry.figures, state: 'waiting', reason: retry.reason, retryAt: retry.at };
    const reason = SHOWN_FAILURES.find((shown) => shown === retry.reason) ?? 'backing-off';
    return {
      ...retry.figures,
      state: 'backing-off',
      reason,
      attempts: retry.attempts,
      retryAt: retry.at,
    };
  }
  return { state: 'ready', reason: 'due' };
}
