import type { Address } from '../domain/shared/address.js';
import type { Units } from '../domain/shared/units.js';
import type { ChainRead } from './chain.js';

/** An account at the newest block. */
export interface AccountState {
  /** Unlocked microSTX, before the costs of pending transactions. */
  readonly balanceUstx: Units;
  /** Nonce that its next executed transaction must have. */
  readonly nonce: bigint;
}

/** The accounts that pay fees, as the chain sees them. */
export interface AccountStates {
  stateOf(account: Address): ChainRead<AccountState>;
}
