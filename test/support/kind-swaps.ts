import type { VaultKind } from '../../src/domain/vault/vault.js';

/** An order whose swap passes through a vault of the kind. */
export interface KindSwap {
  readonly kind: VaultKind;
  /** Names of the contracts of the tokens. */
  readonly from: string;
  readonly to: string;
  /** Amount sold, smallest units. */
  readonly amount: string;
  /** Vaults of the route. The last one is of the kind. */
  readonly over: readonly string[];
  /** Amount by which the chain pays more than quoted: stableswap pools quote one unit less than they pay. */
  readonly belowBy?: bigint;
}

/** One swap for each kind that the built-in registry routes. */
export const BUILT_IN: readonly KindSwap[] = [
  {
    kind: 'sublink',
    from: 'charisma-token-subnet-v1',
    to: 'charisma-token',
    amount: '5000001',
    over: ['sub-link-vault-v7'],
  },
  {
    kind: 'pool',
    from: 'charisma-token-subnet-v1',
    to: 'usdh-token-v1',
    amount: '7000003',
    over: ['sub-link-vault-v7', 'age-of-empires'],
  },
  {
    kind: 'velar',
    from: 'stx-subnet-v2',
    to: 'kangaroo',
    amount: '25000001',
    over: ['stx-sublink-v2', 'velar-stx-roo'],
  },
  {
    kind: 'arkadiko',
    from: 'stx-subnet-v2',
    to: 'arkadiko-token',
    amount: '31000007',
    over: ['stx-sublink-v2', 'arkadiko-stx-diko'],
  },
  {
    kind: 'bitflow-stableswap',
    from: 'sbtc-token-subnet-v2',
    to: 'pontis-bridge-pBTC',
    amount: '123457',
    over: ['sbtc-sublink-v2', 'bitflow-sbtc-pbtc'],
    belowBy: 1n,
  },
  {
    kind: 'bitflow-dlmm',
    from: 'zest-token-subnet-v2',
    to: '.stx',
    amount: '90000017',
    over: ['zest-sublink-v2', 'feeling-zesty'],
  },
  {
    kind: 'alex',
    from: 'stx-subnet-v2',
    to: 'token-alex',
    amount: '12000011',
    over: ['stx-sublink-v2', 'alex-stx-alex'],
  },
  // The registry does not state this vault's fees, so they are read from its pool.
  {
    kind: 'bitflow-xyk',
    from: 'stx-subnet-v2',
    to: 'welshcorgicoin-token',
    amount: '41000003',
    over: ['stx-sublink-v2', 'bitflow-welsh-stx'],
  },
];

/** A swap on the devnet for the one kind of which mainnet's registry lists no vault. */
export const ON_DEVNET: readonly KindSwap[] = [
  {
    kind: 'fee-out-pool',
    from: 'amber-subnet',
    to: 'onyx',
    amount: '9000001',
    over: ['amber-sublink', 'faktory-amber-onyx'],
  },
];
