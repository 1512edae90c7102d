import type { Displacement } from '../../operator/displacement.js';
import type { ContractId } from '../../shared/contract-id.js';
import { err, ok, type Result } from '../../shared/result.js';
import { toUnits, type Units } from '../../shared/units.js';

/** The operator's switch: whether new swaps are sent, since when, and who set it and why. */
export interface SwitchPosition {
  readonly isPaused: boolean;
  readonly at: Date;
  /** User who set it, such as `alice@host`. */
  readonly by: string;
  /** The operator's own words; `/readyz` shows them. */
  readonly reason?: string;
}

/** Operator's limits on sending. An absent limit does not apply. */
export interface SendingLimits {
  /** Balance, in microSTX, below which an operator account pays for no new swap. */
  readonly minOperatorUstx?: bigint | undefined;
  /** Maximum fees of all swaps stored within an hour, in microSTX. */
  readonly maxFeesPerHourUstx?: bigint | undefined;
  /** Maximum fees of all swaps stored within 24 hours, in microSTX. */
  readonly maxFeesPerDayUstx?: bigint | undefined;
  /** Maximum worth of one order's input, in dollars. */
  readonly maxOrderUsd?: number | undefined;
  /** Maximum worth of the inputs of all swaps stored within an hour, in dollars. */
  readonly maxHourlyUsd?: number | undefined;
}

/** Reason why no new swap is sent, whatever the order. */
export type SendingStopped =
  | { readonly kind: 'paused'; readonly position: SwitchPosition }
  | Displacement
  /** Every operator account holds less than the limit. `balanceUstx` is the highest of their balances; both amounts are in microSTX. */
  | { readonly kind: 'operator-balance-low'; readonly balanceUstx: Units; readonly leastUstx: bigint }
  /** The next swap is sent at `until` at the earliest. */
  | { readonly kind: 'fee-limit-reached'; readonly per: SpendingWindow; readonly until: Date }
  | { readonly kind: 'worth-limit-reached'; readonly until: Date };

/** Reason why one order's swap is not sent under a limit on worth. Worth is in dollars, at the newest recorded prices. */
export type WorthRefused =
  /** The token has no price, or an outdated one. */
  | { readonly kind: 'worth-unknown'; readonly token: ContractId }
  | { readonly kind: 'worth-too-high'; readonly worthUsd: number; readonly maxUsd: number };

/** Rolling windows that end now. */
export const SPENDING_WINDOW_MS = { hour: 3_600_000, day: 86_400_000 } as const;
/** A period to which limits on fees and worth apply. */
export type SpendingWindow = keyof typeof SPENDING_WINDOW_MS;

/** Cost and worth of the swaps stored since a time. A replaced swap does not count, because its replacement pays more. */
export interface Spending {
  /** Number of swaps. */
  readonly swaps: number;
  readonly feesUstx: Units;
  /** Dollars; swaps without a worth count as 0. */
  readonly worthUsd: number;
  /** Time at which the oldest of the swaps was stored; absent if there are none. */
  readonly oldest?: Date;
}

/** A swap about to be stored. */
export interface NextSwap {
  readonly feeUstx: bigint;
  /** Dollars; absent while no limit needs it. */
  readonly worthUsd?: number | undefined;
}

/** Whether a limit depends on the worth of orders. */
export const limitsWorth = ({ maxOrderUsd, maxHourlyUsd }: SendingLimits): boolean =>
  maxOrderUsd !== undefined || maxHourlyUsd !== undefined;

/** The windows for which there is a limit on fees or worth. */
export function windowsOf(limits: SendingLimits): readonly SpendingWindow[] {
  const { maxFeesPerHourUstx, maxFeesPerDayUstx, maxHourlyUsd } = limits;
  const isHourly = maxFeesPerHourUstx !== undefined || maxHourlyUsd !== undefined;
  return [
    ...(isHourly ? (['hour'] as const) : []),
    ...(maxFeesPerDayUstx !== undefined ? (['day'] as const) : []),
  ];
}

/** Stops sending while the switch is off. A switch that was never set is on. */
export const checkSwitch = (position: SwitchPosition | undefined): Result<void, SendingStopped> =>
  position?.isPaused === true ? err({ kind: 'paused', position }) : ok();

/** Stops sending while the database is displaced, because it may lack that owners have ended their orders. */
export const checkHome = (displaced: Displacement | undefined): Result<void, SendingStopped> =>
  displaced === undefined ? ok() : err(displaced);

/** Stops sending while every account holds less than the limit; `balanceUstx` is then the highest balance. */
export function checkBalances(
  balancesUstx: readonly Units[],
  { minOperatorUstx: leastUstx }: SendingLimits,
): Result<void, SendingStopped> {
  const balanceUstx = balancesUstx.reduce((most, each) => (each > most ? each : most), toUnits(0n));
  if (leastUstx === undefined || balanceUstx >= leastUstx) return ok();
  return err({ kind: 'operator-balance-low', balanceUstx, leastUstx });
}

/**
 * Stops sending if `next` would exceed a limit of the window or, without `next`, if a limit is already reached. `until` is the
 * time at which the oldest swap leaves the window.
 */
export function checkSpending(
  per: SpendingWindow,
  { feesUstx, worthUsd, oldest }: Spending,
  { limits, now, next }: { readonly limits: SendingLimits; readonly now: Date; readonly next?: NextSwap },
): Result<void, SendingStopped> {
  const until = new Date((oldest ?? now).getTime() + SPENDING_WINDOW_MS[per]);
  const mostFees = per === 'hour' ? limits.maxFeesPerHourUstx : limits.maxFeesPerDayUstx;
  // Without `next`, the cheapest possible swap is assumed: its fee is one microSTX, and it is worth a little more than zero dollars.
  if (mostFees !== undefined && feesUstx + (next?.feeUstx ?? 1n) > mostFees)
    return err({ kind: 'fee-limit-reached', per, until });
  const mostUsd = per === 'hour' ? limits.maxHourlyUsd : undefined;
  if (mostUsd === undefined) return ok();
  const isSpent = next === undefined ? worthUsd >= mostUsd : worthUsd + (next.worthUsd ?? 0) > mostUsd;
  return isSpent ? err({ kind: 'worth-limit-reached', until }) : ok();
}

/** Refuses an order that exceeds the limits for one order, or whose worth is unknown while there is a limit. */
export function checkWorth(
  token: ContractId,
  worthUsd: number | undefined,
  limits: SendingLimits,
): Result<void, WorthRefused> {
  if (!limitsWorth(limits)) return ok();
  if (worthUsd === undefined) return err({ kind: 'worth-unknown', token });
  // An order above the hourly limit alone would wait forever.
  const maxUsd = Math.min(limits.maxOrderUsd ?? Infinity, limits.maxHourlyUsd ?? Infinity);
  return worthUsd > maxUsd ? err({ kind: 'worth-too-high', worthUsd, maxUsd }) : ok();
}
