import { STX } from '../shared/contract-id.js';
import { PRODUCT } from './pool.js';
import type { RoutableRules } from './rules.js';

/** Fee in parts per million. The contract multiplies by 997 / 1000, which rounds down to the same result. */
const FEE_PPM = 3_000;

/**
 * A wrapper of an Arkadiko pair, which takes 0.3% of the input as its fee and then keeps x · y the same. Instead of STX the pair
 * holds a wrapped STX, which is minted when STX goes in and burnt when STX comes out.
 */
export const ARKADIKO: RoutableRules = {
  ...PRODUCT,
  // The exchange's contract may hold the funds of many pools.
  balancesAreReserves: false,
  wrapsStx: true,
  fixedFeePpm: FEE_PPM,
  findDefects({ tokenA, tokenB, feePpm, stxWrapper }) {
    const isUnnamed = [tokenA, tokenB].includes(STX) && stxWrapper === undefined;
    return [
      ...(feePpm === undefined || feePpm === FEE_PPM
        ? []
        : [{ field: 'feePpm' as const, problem: `an Arkadiko pair takes ${FEE_PPM}` }]),
      ...(isUnnamed
        ? [{ field: 'stxWrapper' as const, problem: 'is required if a pair exchanges STX' }]
        : []),
    ];
  },
};
