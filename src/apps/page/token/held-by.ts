import type { Vault, VaultSide } from '../../../sdk/client/index.js';
import { isBridge } from '../../../sdk/words/vault-maths.js';

/** A vault that holds a token. */
export interface Holding {
  readonly vault: Vault;
  readonly side: VaultSide;
  /** Side of the vault with its other token. */
  readonly other: VaultSide;
  /** Share of the vault in the token's liquidity, 0 to 1; undefined if it was not read, and for bridges, which are not pools. */
  readonly share: number | undefined;
}

const PARTS = 1_000_000n;

/** Holders of a token. The holdings of pools are its liquidity; those of bridges between tokens and subnet copies are not. */
export interface HeldBy {
  readonly pools: readonly Holding[];
  readonly bridges: readonly Holding[];
}

/** The vaults that hold the token. In each group, the largest holdings come first, and unread ones last. */
export function heldBy(vaults: readonly Vault[], contractId: string): HeldBy {
  const bridges = holdingsOf(vaults.filter(isBridge), contractId);
  return {
    pools: holdingsOf(
      vaults.filter((vault) => !isBridge(vault)),
      contractId,
    ),
    bridges: bridges.map((bridge) => ({ ...bridge, share: undefined })),
  };
}

function holdingsOf(vaults: readonly Vault[], contractId: string): readonly Holding[] {
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
