import type { Vault } from '../../domain/vault/vault.js';
import { WSTX } from './genesis-plan.js';

/** A pool in the shape of another exchange's, and the vault that wraps it. */
export interface WrappedPoolPlan extends Pick<Vault, 'feePpm' | 'protocolFeePpm' | 'forwardsInputFee'> {
  /** The vault's contract. */
  readonly name: string;
  /** The contract that holds the funds. */
  readonly pool: string;
  readonly kind: keyof typeof SOURCES;
  readonly tokenA: string;
  readonly tokenB: string;
  /** Dollars on each side. */
  readonly depthUsd: bigint;
  /** Whether the pool exchanges the contract `wrapped-stx` in place of STX. */
  readonly wrapsStx?: boolean;
}

/** By kind: the contract's file and the exchange that the vault is listed under. */
export const SOURCES = {
  velar: { file: 'velar.clar', protocol: 'VELAR' },
  arkadiko: { file: 'arkadiko.clar', protocol: 'ARKADIKO' },
  'bitflow-xyk': { file: 'bitflow-xyk.clar', protocol: 'BITFLOW' },
} as const;

/** They reach the other tokens through STX alone, so that routes between those pass none of them. */
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
    wrapsStx: true,
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
];

/** The asset that pools with `wrapsStx` mint and burn: its contract's and its own name. */
export const WRAPPED_STX = 'wrapped-stx';
/** Holds the fees that Velar pools send on. */
export const VELAR_FEES = 'velar-fees';
