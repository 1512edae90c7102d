import type { ContractId } from '../../domain/shared/contract-id.js';
import type { Reserves } from '../../domain/vault/vault.js';
import type { ChainTip } from '../../ports/index.js';

/** Reserves as of a block, by vault; a vault whose contract gives none is undefined. Vaults of unknown reserves are absent. */
export type PastReserves = ReadonlyMap<ContractId, Reserves | undefined>;

/** Blocks of one check of the chain, with the reserves at the newest. */
export interface CheckedBlocks {
  /** Height of the newest block of the check before. */
  readonly after: number;
  readonly tip: ChainTip;
  /** Vaults that the blocks above `after` may have changed. */
  readonly touched: ReadonlySet<ContractId>;
  /** Reserves as of `tip`. */
  readonly reserves: PastReserves;
}

/** Number of checks with a new block whose reserves are kept: those of some minutes. */
const KEPT = 40;

/** Reserves as of each of the last few blocks, as far as checks of the chain happened to read them. */
export class RecentReserves {
  private checks: readonly CheckedBlocks[] = [];

  /** Adds a check. If there was no new block since the last one, its reserves replace those of that check. */
  add(check: CheckedBlocks): void {
    const last = this.checks.at(-1);
    const isSame = last?.tip.id === check.tip.id;
    const added = isSame ? { ...last, reserves: check.reserves } : check;
    const before = this.checks.filter(({ tip }) => tip.height < check.tip.height);
    this.checks = [...before, added].slice(-KEPT);
  }

  /** Forgets all checks: their blocks may no longer be canonical. */
  clear(): void {
    this.checks = [];
  }

  /** The reserves as of the block at the height, as far as they are known. */
  at(height: number): PastReserves {
    const check = this.checks.find(({ tip }) => height <= tip.height);
    if (check?.tip.height === height) return check.reserves;
    if (check === undefined || height <= check.after) return new Map();
    // A vault that none of the blocks touched had the same reserves at each of them.
    return new Map([...check.reserves].filter(([vault]) => !check.touched.has(vault)));
  }
}
