import { PRODUCT } from './pool.js';
import type { RoutableRules } from './rules.js';

/**
 * A wrapper of a Velar pool (univ2): the fee first, then x · y stays the same, as in a pool. The fee's share of the
 * operator leaves the pool in the same swap, unless the record says otherwise.
 */
export const VELAR: RoutableRules = {
  ...PRODUCT,
  // The exchange's contract may hold the funds of many pools.
  balancesAreReserves: false,
  forwardsFee: ({ forwardsInputFee }) => forwardsInputFee !== false,
};
