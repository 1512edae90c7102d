import type { Address } from '../domain/shared/address.js';
import type { Result } from '../domain/shared/result.js';
import type { Units } from '../domain/shared/units.js';
import type { ChainUnreachable } from './chain.js';

/** What accounts pay fees with. */
export interface AccountBalances {
  /** The unlocked balance in microSTX at the newest block; what pending transactions will pay is not subtracted. */
  ustxOf(account: Address): Promise<Result<Units, ChainUnreachable>>;
}
