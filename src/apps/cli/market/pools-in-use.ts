import type { ContractId } from '../../../domain/shared/contract-id.js';

/**
 * Keeps swaps out of each other's way. A swap must pay what it was quoted, so it fails if another swap moves one of its pools in
 * the meantime. Each pool therefore has one swap at a time, quoted after the previous one was mined.
 */
export class PoolsInUse {
  private readonly used = new Set<ContractId>();
  private readonly movedAt = new Map<ContractId, number>();

  /**
   * Takes all the pools, or none. Returns false if one is in use, or has moved since the quote.
   *
   * @param quotedAt height of the block whose reserves the quote was computed from.
   */
  take(pools: readonly ContractId[], quotedAt: number): boolean {
    if (pools.some((pool) => this.used.has(pool) || (this.movedAt.get(pool) ?? 0) > quotedAt)) return false;
    for (const pool of pools) this.used.add(pool);
    return true;
  }

  /** @param minedAt height of the block that contains the swap; absent if it moved nothing. */
  release(pools: readonly ContractId[], minedAt: number | undefined): void {
    for (const pool of pools) {
      this.used.delete(pool);
      if (minedAt !== undefined) this.movedAt.set(pool, minedAt);
    }
  }
}
