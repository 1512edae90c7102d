import type { Txid } from '../ids.js';
import type { Address } from '../../shared/address.js';
import { toUnits, type Units } from '../../shared/units.js';
import type { Spending } from './brakes.js';

/** Nonces that an account has under way: those whose transactions are in no block. */
export interface AccountLoad {
  /** Number of nonces, 1 or more. */
  readonly inFlight: number;
  /** Time at which the oldest of their transactions was stored. */
  readonly since: Date;
  /** The oldest of their transactions; the lowest id of those stored at one time. */
  readonly oldest: Txid;
}

/** An operator account that may pay for the next swap. */
export interface PayingAccount {
  readonly address: Address;
  /** Number of the account's nonces in no block, and of those that swaps being signed will take. */
  readonly inFlight: number;
  /** Absent while it has nothing under way. */
  readonly since?: Date | undefined;
  /** Nodes have just refused its transactions: it lacks funds, or has too many pending. */
  readonly isRefused: boolean;
}

/**
 * The accounts in the order in which the next swap takes them: the fewest nonces in flight first, and the earlier one of
 * equals. One that is refused, or has waited for a block since `stuckSince` or longer, comes after all others: what it
 * sends next would wait as well.
 */
export function rankAccounts<T extends PayingAccount>(
  accounts: readonly T[],
  stuckSince: Date,
): readonly T[] {
  const isTroubled = ({ isRefused, since }: T) => isRefused || (since !== undefined && since <= stuckSince);
  return [...accounts].sort(
    (a, b) => Number(isTroubled(a)) - Number(isTroubled(b)) || a.inFlight - b.inFlight,
  );
}

/** Returns the average cost of a swap, in microSTX, rounded up; undefined without any. */
export const meanFee = ({ feesUstx, swaps }: Pick<Spending, 'feesUstx' | 'swaps'>): Units | undefined =>
  swaps === 0 ? undefined : toUnits((feesUstx + BigInt(swaps) - 1n) / BigInt(swaps));

/**
 * Returns the number of swaps at this fee for which an account can pay until it holds less than its required minimum, in
 * microSTX.
 */
export function swapsLeft(balanceUstx: bigint, feeUstx: bigint, leastUstx = 0n): bigint {
  if (balanceUstx < leastUstx || balanceUstx < feeUstx) return 0n;
  // The balance may fall below the least by the last of them.
  const spendable = balanceUstx - leastUstx;
  return leastUstx === 0n ? spendable / feeUstx : spendable / feeUstx + 1n;
}
