import type { ContractId } from '../../shared/contract-id.js';
import type { SwapTransaction } from '../swap-transaction.js';

/** Limits on one owner's use of the operator's resources. */
export interface OwnerLimits {
  /** Maximum number of swaps in progress, 1 or more. The rest of the operator's 25 nonces in flight is left to other owners. */
  readonly inFlight: number;
  /** Maximum number of failed swaps within `FAILURE_WINDOW_MS`, 1 or more. Each costs the operator a fee and gains nothing. */
  readonly failures: number;
}

/** Period in which an owner's failures are counted, in milliseconds. */
export const FAILURE_WINDOW_MS = 60 * 60_000;

/**
 * `too-many-failures`: the owner's swaps have failed too often at the operator's cost. `owner-in-flight`: the owner has the
 * maximum of swaps in progress.
 */
export type OwnerLimit = 'too-many-failures' | 'owner-in-flight';

/**
 * The limit that the owner has reached, given the live swaps of the owner's orders and the number of failures in the window;
 * undefined while another swap may be signed. Once a swap has failed, each swap in progress counts as a failure to come, so that
 * concurrent swaps cannot exceed the limit by much.
 */
export function reachedLimit(
  live: readonly SwapTransaction[],
  failures: number,
  limits: OwnerLimits,
): OwnerLimit | undefined {
  const left = limits.failures - failures;
  if (left <= 0) return 'too-many-failures';
  const allowed = failures === 0 ? limits.inFlight : Math.min(left, limits.inFlight);
  const pending = pendingOf(live, Infinity);
  return new Set(pending.map(({ orderUuid }) => orderUuid)).size >= allowed ? 'owner-in-flight' : undefined;
}

/**
 * Returns the amount of the token, in smallest units, that the owner's live swaps take and that a balance read at the height still
 * includes. Orders with a swap in a block at or below the height are left out.
 */
export function underWay(live: readonly SwapTransaction[], token: ContractId, height: number): bigint {
  const spending = pendingOf(live, height).filter(({ quote }) => quote.path[0] === token);
  const amounts = new Map(spending.map(({ quote, orderUuid }) => [orderUuid, quote.amountIn]));
  return [...amounts.values()].reduce((sum, amount) => sum + amount, 0n);
}

/** The swaps of orders that have no swap mined at or below the height. Replacements of a mined swap stay live, but do not count. */
function pendingOf(live: readonly SwapTransaction[], height: number): readonly SwapTransaction[] {
  const mined = live.filter(({ block }) => block !== undefined && block.blockHeight <= height);
  const settled = new Set(mined.map(({ orderUuid }) => orderUuid));
  return live.filter(({ orderUuid }) => !settled.has(orderUuid));
}
