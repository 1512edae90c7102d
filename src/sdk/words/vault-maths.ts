import type { VaultKind } from '../../domain/vault/vault.js';

/**
 * Maths of each kind of vault, as far as a caller can reproduce it from the service's data. `even` pays out as much as it receives.
 * `pool` and `product` keep the product of their reserves, `pool` exactly to the smallest unit. For `unknown`, only the contract
 * can tell.
 */
const MATHS: Readonly<Record<VaultKind, 'even' | 'pool' | 'product' | 'unknown'>> = {
  pool: 'pool',
  sublink: 'even',
  velar: 'product',
  arkadiko: 'product',
  'bitflow-xyk': 'unknown',
  'bitflow-stableswap': 'unknown',
  'bitflow-dlmm': 'unknown',
  alex: 'unknown',
  'fee-out-pool': 'unknown',
  external: 'unknown',
};

interface Kind {
  readonly kind: VaultKind;
}

/** Maths of a vault, by its kind. */
export const mathsOf = ({ kind }: Kind) => MATHS[kind];

/** Whether the vault exchanges a token and its subnet copy 1:1. */
export const isBridge = (vault: Kind): boolean => mathsOf(vault) === 'even';
