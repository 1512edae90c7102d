import { ceilDivide, PPM, PRODUCT, productIn } from './pool.js';
import type { RoutableRules } from './rules.js';

/**
 * A wrapper of a Velar pool (univ2): the fee is taken first, then x · y stays the same, as in a pool of the exchange. The
 * operator's share of the fee leaves the pool in the same swap, unless the vault's entry says otherwise.
 */
export const VELAR: RoutableRules = {
  ...PRODUCT,
  // The exchange's contract may hold the funds of many pools.
  balancesAreReserves: false,
  forwardsFee: ({ forwardsInputFee }) => forwardsInputFee !== false,

  // The wrapper reports the whole input as `dx`, so only the output reveals the fee: the one whole number of parts per million
  // that gives this output. The more a pool holds, the finer the result; if it holds too little, several fees fit.
  feeFromReserves(amountIn, { dy }, sides) {
    const [least, tooMuch] = [productIn(sides, dy), productIn(sides, dy + 1n)];
    if (amountIn === 0n || least === undefined || tooMuch === undefined) return undefined;
    const [low, high] = [ceilDivide(least * PPM, amountIn), ((tooMuch - 1n) * PPM) / amountIn];
    return low === high && high <= PPM ? Number(PPM - low) : undefined;
  },
};
