import { QUOTED } from './quoted.js';
import type { RoutableRules } from './rules.js';

/** A wrapper of an ALEX pool. One contract holds the funds of all ALEX pools, so its balances are not the reserves of one pool. */
export const ALEX: RoutableRules = {
  ...QUOTED,
  balancesAreReserves: false,
  sharesHolder: true,
  bookDecimals: 8,
};
