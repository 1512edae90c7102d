import type { Vault, VaultSide } from '../../../client/index.js';

/** A vault that holds a token. */
export interface Holding {
  readonly vault: Vault;
  readonly side: VaultSide;
  /** The other token of the vault. */
  readonly other: VaultSide;
  /** What it holds of all that the listed vaults hold of the token, 0 to 1; undefined where it was not read. */
  readonly share: number | undefined;
}

const PARTS = 1_000_000n;

/** The vaults that hold the token, the largest holding first, those that were not read last. */
export function holdingsOf(vaults: readonly Vault[], contractId: string): readonly Holding[] {
  const held = vaults.flatMap((vault) => {
    const [a, b] = vault.liquidity;
    if (a === undefined || b === undefined) return [];
    if (a.contractId === contractId) return [{ vault, side: a, other: b }];
    return b.contractId === contractId ? [{ vault, side: b, other: a }] : [];
  });
  const unitsOf = ({ reservesExact }: VaultSide) => BigInt(reservesExact ?? 0);
  const all = held.reduce((sum, { side }) => sum + unitsOf(side), 0n);
  return held
    .map((one) => ({
      ...one,
      share:
        one.side.reservesExact === null || all === 0n
          ? undefined
          : Number((unitsOf(one.side) * PARTS) / all) / Number(PARTS),
    }))
    .sort((a, b) => (b.share ?? -1) - (a.share ?? -1));
}
