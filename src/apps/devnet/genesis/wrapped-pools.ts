import type { VaultKind } from '../../../domain/vault/vault.js';
import type { WrappedKind, WrappedPoolPlan } from './plan.js';

/** Name of the contract behind `.stx`. */
export const WSTX = 'wstx';

/** The asset that the devnet's Arkadiko pair mints and burns. */
const WRAPPED_STX = { name: 'wrapped-stx', identifier: 'wrapped-stx' };

/** A contract that plays the part of another exchange's pools. */
interface Source {
  readonly file: string;
  /** The contract that the pool asks for its fee, and that contract's file; absent if the pool stores its own fee. */
  readonly fees?: { readonly name: string; readonly file: string };
  /** The function that describes the pool, and its arguments: none, the pair's tokens, or these and the pair's weight. */
  readonly describe?: { readonly by: string; readonly of: 'pool' | 'pair' | 'factored pair' };
}

const GET_POOL = { by: 'get-pool', of: 'pool' } as const;

/** Sources by kind of vault. */
export const SOURCES: Readonly<Record<WrappedKind, Source>> = {
  velar: {
    file: 'velar.clar',
    fees: { name: 'velar-fees', file: 'velar-fees.clar' },
    describe: { by: 'do-get-pool', of: 'pool' },
  },
  arkadiko: {
    file: 'arkadiko.clar',
    describe: { by: 'get-pair-details', of: 'pair' },
  },
  'bitflow-xyk': { file: 'bitflow-xyk.clar', describe: GET_POOL },
  'bitflow-stableswap': { file: 'stableswap.clar', describe: GET_POOL },
  'bitflow-dlmm': { file: 'dlmm.clar', describe: GET_POOL },
  alex: {
    file: 'alex.clar',
    describe: { by: 'get-pool-details', of: 'factored pair' },
  },
  'fee-out-pool': { file: 'fee-out-pool.clar' },
};

/** Whether vaults of the kind wrap pools of other exchanges. */
export const isWrapped = (kind: VaultKind): kind is WrappedKind => Object.hasOwn(SOURCES, kind);

/** Pools of other exchanges. They trade only against STX or the dollar, so routes between the exchange's own tokens avoid them. */
export const WRAPPED_POOLS: readonly WrappedPoolPlan[] = [
  {
    name: 'velar-stx-amber',
    pool: 'velar-pool-stx-amber',
    kind: 'velar',
    tokenA: WSTX,
    tokenB: 'amber',
    feePpm: 3_000,
    forwardsInputFee: true,
    depthUsd: 200_000n,
  },
  {
    name: 'arkadiko-stx-flint',
    pool: 'arkadiko-pair-stx-flint',
    kind: 'arkadiko',
    tokenA: WSTX,
    tokenB: 'flint',
    feePpm: 3_000,
    wrappedStx: WRAPPED_STX,
    depthUsd: 150_000n,
  },
  {
    name: 'bitflow-amber-flint',
    pool: 'bitflow-pool-amber-flint',
    kind: 'bitflow-xyk',
    tokenA: 'amber',
    tokenB: 'flint',
    feePpm: 3_500,
    protocolFeePpm: 1_000,
    depthUsd: 100_000n,
  },
  {
    name: 'stableswap-dime-dollar',
    pool: 'stableswap-pool-dime-dollar',
    kind: 'bitflow-stableswap',
    tokenA: 'dime',
    tokenB: 'dollar',
    feePpm: 400,
    depthUsd: 300_000n,
  },
  {
    name: 'dlmm-jade-dollar',
    pool: 'dlmm-pool-jade-dollar',
    kind: 'bitflow-dlmm',
    tokenA: 'jade',
    tokenB: 'dollar',
    feePpm: 2_000,
    depthUsd: 110_000n,
  },
  {
    name: 'alex-stx-onyx',
    pool: 'alex-pool-stx-onyx',
    kind: 'alex',
    tokenA: WSTX,
    tokenB: 'onyx',
    feePpm: 5_000,
    depthUsd: 100_000n,
  },
  {
    name: 'faktory-amber-onyx',
    pool: 'faktory-pool-amber-onyx',
    kind: 'fee-out-pool',
    tokenA: 'amber',
    tokenB: 'onyx',
    feePpm: 4_000,
    depthUsd: 80_000n,
  },
];
