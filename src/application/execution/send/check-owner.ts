import {
  FAILURE_WINDOW_MS,
  reachedLimit,
  underWay,
  type OwnerLimit,
  type OwnerLimits,
} from '../../../domain/order/limits/owner-limits.js';
import type { OrderTerms } from '../../../domain/order/order.js';
import type { SwapTransaction } from '../../../domain/order/swap-transaction.js';
import type { Address } from '../../../domain/shared/address.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import type { BalanceTurn, ChainTip, ChainRead, Ports } from '../../../ports/index.js';

/**
 * Reason why a swap is refused because of its owner. `insufficient-balance`: the owner's balance of the input token, less what
 * swaps in progress take, does not cover the order.
 */
export interface OwnerRefused {
  readonly kind: OwnerLimit | 'insufficient-balance';
  /** Amounts in smallest units of the input token; present for `insufficient-balance`. */
  readonly shortfall?: {
    /** Balance less what swaps in progress take. */
    readonly balance: bigint;
    readonly needed: bigint;
    /** Earliest time at which the balance is read again for an order that runs by itself; absent for an explicit execute. */
    readonly until?: Date;
  };
}

/** An owner's balance of one token. */
export interface FundsReading {
  /** Smallest units; undefined if the token's contract returns none, which blocks no order. */
  readonly balance: bigint | undefined;
  /** The block of the reading: swaps in later blocks are not reflected. */
  readonly height: number;
}

type Spender = Pick<OrderTerms, 'owner' | 'inputToken'>;

/** Reads the owner's balance of the token as of the block. */
export async function readFunds(
  balances: Ports['balances'],
  { owner, inputToken }: Spender,
  at: ChainTip,
  turn: BalanceTurn = 'swap',
): ChainRead<FundsReading> {
  const balance = await balances.balanceOf(inputToken, owner, at, turn);
  return balance.ok ? ok({ balance: balance.value, height: at.height }) : balance;
}

/** Balance left after the owner's swaps in progress; undefined if unknown. May be negative. */
export const spendable = (
  { balance, height }: FundsReading,
  live: readonly SwapTransaction[],
  { inputToken }: Spender,
): bigint | undefined => (balance === undefined ? undefined : balance - underWay(live, inputToken, height));

/** The operator's accounts, the time, and one owner's limits across all accounts. */
export interface LimitedBy {
  readonly senders: readonly Address[];
  readonly now: Date;
  readonly limits: OwnerLimits;
}

/** Whether another swap of the owner may be signed, given the swaps in progress and recent failures. Returns those in progress. */
export async function checkLimits(
  swaps: Pick<Ports['swaps'], 'standingOf'>,
  { owner }: Spender,
  { senders, now, limits }: LimitedBy,
): Promise<Result<readonly SwapTransaction[], OwnerRefused>> {
  const since = new Date(now.getTime() - FAILURE_WINDOW_MS);
  const { live, failures } = await swaps.standingOf(owner, senders, since);
  const limit = reachedLimit(live, failures, limits);
  return limit === undefined ? ok(live) : err({ kind: limit });
}

/** Whether the owner's funds cover the order in addition to the live swaps of the owner's other orders. */
export function checkFunds(
  terms: Spender & Pick<OrderTerms, 'amountIn'>,
  funds: FundsReading,
  live: readonly SwapTransaction[],
): Result<void, OwnerRefused> {
  const left = spendable(funds, live, terms);
  if (left === undefined || left >= terms.amountIn) return ok();
  return err(shortOf(terms.amountIn, left));
}

/** The refusal of an order that needs more than the owner's remaining balance. */
export const shortOf = (needed: bigint, left: bigint, until?: Date): OwnerRefused => ({
  kind: 'insufficient-balance',
  shortfall: { balance: left < 0n ? 0n : left, needed, ...(until !== undefined && { until }) },
});
