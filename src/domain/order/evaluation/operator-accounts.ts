import type { Txid } from '../ids.js';
import type { Address } from '../../shared/address.js';
import { toUnits, type Units } from '../../shared/units.js';
import type { Spending } from './brakes.js';

/** An account's unmined transactions. */
export interface AccountLoad {
  /** Number of nonces that the transactions use, 1 or more. */
  readonly inFlight: number;
  /** Time at which the oldest of the transactions was stored. */
  readonly since: Date;
  /** The oldest of the transactions; of several stored at the same time, the one with the lowest id. */
  readonly oldest: Txid;
}

/** An operator account that may pay for the next swap. */
export interface PayingAccount {
  readonly address: Address;
  /** Number of the account's unmined nonces, plus those that swaps now being signed will take. */
  readonly inFlight: number;
  /** Time at which the account's oldest unmined transaction was stored; absent while it has none. */
  readonly since?: Date | undefined;
  /** Whether nodes have just refused its transactions: it lacks funds, or has too many pending. */
  readonly isRefused: boolean;
}

/**
 * The accounts in the order in which the next swap prefers them: fewest nonces in flight first, ties in their given order. An
 * account comes last if it is refused, or if its oldest transaction has been waiting for a block since `stuckSince` or earlier:
 * its next transaction would have to wait too.
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

/** Returns the average cost of a swap, in microSTX, rounded up; undefined if there were none. */
export const meanFee = ({ feesUstx, swaps }: Pick<Spending, 'feesUstx' | 'swaps'>): Units | undefined =>
  swaps === 0 ? undefined : toUnits((feesUstx + BigInt(swaps) - 1n) / BigInt(swaps));

/** Returns the number of swaps at this fee for which an account can pay until it holds less than its required minimum, in microSTX. */
export function swapsLeft(balanceUstx: bigint, feeUstx: bigint, leastUstx = 0n): bigint {
  if (balanceUstx < leastUstx || balanceUstx < feeUstx) return 0n;
  // The last swap may bring the balance below the minimum.
  const spendable = balanceUstx - leastUstx;
  return leastUstx === 0n ? spendable / feeUstx : spendable / feeUstx + 1n;
}
