import type { ContractId } from '../shared/contract-id.js';
import type { Txid } from './ids.js';
import type { OpenOrder, Order } from './order.js';
import { expiryAt, windowAt } from './strategy.js';
import {
  evaluateTrigger,
  targetText,
  type PriceRatio,
  type Trigger,
  type TriggerPrice,
  type UnusablePrice,
} from './trigger.js';

/** The failures of attempts that owners are told by name. */
const SHOWN_FAILURES = ['no-route', 'below-minimum', 'insufficient-balance', 'chain-unreachable'] as const;

/** Why an open order is not sent right now. */
export type Evaluation =
  /** It has no trigger: only its owner sends it. */
  | { readonly state: 'manual'; readonly reason: 'manual' }
  | { readonly state: 'waiting'; readonly reason: 'waiting-window'; readonly opensAt: Date }
  | {
      readonly state: 'waiting';
      readonly reason: 'waiting-price';
      /** The condition token's price counted in the base asset, decimal text, rounded down to 18 decimals. */
      readonly ratio: string;
      /** How far the ratio has to move, as a signed fraction of itself; absent where that is beyond all measure. */
      readonly distance?: string;
    }
  /** No price that may be relied on. */
  | ({ readonly state: 'held' } & UnusablePrice)
  | {
      readonly state: 'backing-off';
      readonly reason: (typeof SHOWN_FAILURES)[number] | 'backing-off';
      readonly attempts: number;
      readonly retryAt: Date;
    }
  /** The next pass takes it. */
  | { readonly state: 'ready'; readonly reason: 'due' }
  /** Its swap is stored and sent until its fate is known. */
  | { readonly state: 'sending'; readonly reason: 'broadcast-unknown'; readonly txid: Txid }
  /** The next pass cancels it. */
  | { readonly state: 'ended'; readonly reason: 'expired' | 'max-age' };

export interface Circumstances {
  readonly now: Date;
  /** The newest recorded prices. */
  readonly priceOf: (token: ContractId) => TriggerPrice | undefined;
  /** The order's last failed attempt. */
  readonly retry?: { readonly attempts: number; readonly at: Date; readonly reason: string } | undefined;
}

/** Why the order is not sent; undefined for an order that is not open. The clock goes before the price, and both before a failed attempt. */
export function evaluateOrder(order: Order, circumstances: Circumstances): Evaluation | undefined {
  return order.status === 'open' ? evaluateOpen(order, circumstances) : undefined;
}

function evaluateOpen(order: OpenOrder, { now, priceOf, retry }: Circumstances): Evaluation {
  const { trigger, validFrom } = order.terms;
  if (order.sending !== undefined)
    return { state: 'sending', reason: 'broadcast-unknown', txid: order.sending };
  const expiry = expiryAt(order, now);
  if (expiry !== undefined) return { state: 'ended', reason: expiry };
  if (trigger === undefined) return { state: 'manual', reason: 'manual' };
  if (validFrom !== undefined && windowAt(order.terms, now) === 'before')
    return { state: 'waiting', reason: 'waiting-window', opensAt: validFrom };
  const verdict = evaluateTrigger(trigger, priceOf);
  if (!verdict.fires) {
    const { fires: _, ...why } = verdict;
    return why.reason === 'waiting-price' ? awaitPrice(trigger, why.ratio) : { state: 'held', ...why };
  }
  if (retry !== undefined && retry.at > now) {
    const reason = SHOWN_FAILURES.find((shown) => shown === retry.reason) ?? 'backing-off';
    return { state: 'backing-off', reason, attempts: retry.attempts, retryAt: retry.at };
  }
  return { state: 'ready', reason: 'due' };
}

function awaitPrice({ direction, targetPrice }: Trigger, { floor, ceiling }: PriceRatio): Evaluation {
  const ratio = targetText(floor);
  const reached = direction === 'gt' ? floor : ceiling;
  const distance = distanceText(targetPrice.scaled - reached, reached);
  return { state: 'waiting', reason: 'waiting-price', ratio, ...(distance !== undefined && { distance }) };
}

const DISTANCE_STEPS = 10n ** 6n;
const DISTANCE_SCALE = 10n ** 12n;

/** Millionths, rounded away from zero: an order that waits is never at distance 0. */
function distanceText(gap: bigint, from: bigint): string | undefined {
  if (from === 0n) return undefined;
  const size = gap < 0n ? -gap : gap;
  const steps = (size * DISTANCE_STEPS + from - 1n) / from;
  return `${gap < 0n ? '-' : ''}${targetText(steps * DISTANCE_SCALE)}`;
}
