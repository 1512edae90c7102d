import type { ContractId } from '../../domain/shared/contract-id.js';

/** Maximum number of blocks by which the chain may be ahead of the reserves for a quote. */
const MAX_BLOCKS_BEHIND = 1;

/** Record of which vaults may have changed since their reserves were read. Vaults are identified by their contracts. */
export class VaultAges {
  /** By vault, the first block that may have changed it since it was read. */
  private readonly changedAt = new Map<ContractId, number>();
  private readonly readAtHeight = new Map<ContractId, number>();

  /** Notes that the block at the height, and any above it, may have changed the vault. */
  touch(vault: ContractId, height: number): void {
    if (!this.changedAt.has(vault)) this.changedAt.set(vault, height);
  }

  /** Notes that the vault was read as of the block at the height. */
  read(vault: ContractId, height: number): void {
    this.changedAt.delete(vault);
    this.readAtHeight.set(vault, height);
  }

  wasRead(vault: ContractId): boolean {
    return this.readAtHeight.has(vault);
  }

  /** Whether the vault may have changed since it was read, or was never read. */
  isDue(vault: ContractId): boolean {
    return this.changedAt.has(vault) || !this.wasRead(vault);
  }

  /** Whether the vault's reserves are current at the height, or were current one block before it. */
  isUsable(vault: ContractId, height: number): boolean {
    if (!this.wasRead(vault)) return false;
    const changedAt = this.changedAt.get(vault);
    return changedAt === undefined || height - (changedAt - 1) <= MAX_BLOCKS_BEHIND;
  }

  /** The vault that was read at the lowest height; undefined without vaults. */
  longestUnread(vaults: readonly ContractId[]): ContractId | undefined {
    const heightOf = (vault: ContractId) => this.readAtHeight.get(vault) ?? -1;
    return vaults.reduce<ContractId | undefined>(
      (oldest, vault) => (oldest === undefined || heightOf(vault) < heightOf(oldest) ? vault : oldest),
      undefined,
    );
  }
}
