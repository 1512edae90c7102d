import type { VaultKind } from '../../domain/vault/vault.js';

/**
 * Maths of each kind of vault, as far as a caller can follow it from what the service tells: `even` gives what it gets, `pool` and
 * `product` keep the product of their reserves, a `pool` to the unit; of `unknown` ones only the contract knows.
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

/** Maths of the vault's kind. */
export const mathsOf = ({ kind }: Kind) => MATHS[kind];

/** Whether the vault exchanges a token and its subnet copy 1:1. */
export const isBridge = (vault: Kind): boolean => mathsOf(vault) === 'even';
