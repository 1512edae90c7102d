import { QUOTED } from './quoted.js';
import type { RoutableRules } from './rules.js';

/** A pool that pays part of its fee to an address during each swap, so plain x · y = k does not hold. */
export const FEE_OUT_POOL: RoutableRules = { ...QUOTED, forwardsFee: () => true };
