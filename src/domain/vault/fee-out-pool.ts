import { QUOTED } from './quoted.js';
import type { RoutableRules } from './rules.js';

/** A pool that pays a part of its fee out to an address while it swaps, so that plain x · y = k does not hold. */
export const FEE_OUT_POOL: RoutableRules = { ...QUOTED, forwardsFee: () => true };
