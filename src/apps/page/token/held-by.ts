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

/**
 * The vaults that hold the token, given by its contract ids: its own first, then those of its copies. In each group, the largest holdings
 * come first, and unread ones last.
 */
export function heldBy(vaults: readonly Vault[], contractIds: readonly string[]): HeldBy {
  const bridges = holdingsOf(vaults.filter(isBridge), contractIds);
  return {
    pools: holdingsOf(
      vaults.filter((vault) => !isBridge(vault)),
      contractIds,
    ),
    bridges: bridges.map((bridge) => ({ ...bridge, share: undefined })),
  };
}

function holdingsOf(vaults: readonly Vault[], contractIds: readonly string[]): readonly Holding[] {
  const placeOf = ({ contractId }: VaultSide) => contractIds.indexOf(contractId);
  const held = vaults.flatMap((vault) => {
    const [a, b] = vault.liquidity;
    if (a === undefined || b === undefined) return [];
    const [side, other] = placeOf(a) >= 0 && (placeOf(b) < 0 || placeOf(a) < placeOf(b)) ? [a, b] : [b, a];
    return placeOf(side) < 0 ? [] : [{ vault, side, other }];
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
