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
import type { BalanceTurn, ChainTip, ChainRead, OwnerStanding, Ports } from '../../../ports/index.js';

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

/** Each owner's live swaps and recent failures, from one read. `senders` are the operator's accounts. */
export async function readStandings(
  swaps: Pick<Ports['swaps'], 'standingsOf'>,
  owners: readonly Address[],
  { senders, now }: { readonly senders: readonly Address[]; readonly now: Date },
): Promise<Map<Address, OwnerStanding>> {
  const since = new Date(now.getTime() - FAILURE_WINDOW_MS);
  return new Map(await swaps.standingsOf([...new Set(owners)], senders, since));
}

/** Whether another swap of the owner may be signed, given the swaps in progress and recent failures. */
export function checkLimits(
  { live, failures }: OwnerStanding,
  limits: OwnerLimits,
): Result<void, OwnerRefused> {
  const limit = reachedLimit(live, failures, limits);
  return limit === undefined ? ok() : err({ kind: limit });
}

/** Whether the owner's limits permit the order's swap, and the funds cover it in addition to the owner's live swaps. */
export function checkOwner(
  terms: Spender & Pick<OrderTerms, 'amountIn'>,
  funds: FundsReading,
  standing: OwnerStanding,
  limits: OwnerLimits,
): Result<void, OwnerRefused> {
  const allowed = checkLimits(standing, limits);
  if (!allowed.ok) return allowed;
  const left = spendable(funds, standing.live, terms);
  if (left === undefined || left >= terms.amountIn) return ok();
  return err(shortOf(terms.amountIn, left));
}

/** The refusal of an order that needs more than the owner's remaining balance. */
export const shortOf = (needed: bigint, left: bigint, until?: Date): OwnerRefused => ({
  kind: 'insufficient-balance',
  shortfall: { balance: left < 0n ? 0n : left, needed, ...(until !== undefined && { until }) },
});
