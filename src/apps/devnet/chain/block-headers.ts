import { blockHash, type Block } from '../vm/origin.js';

/** Heights, times and hashes of the blocks after a chain's first one. */
export class BlockHeaders {
  /** Heights above which blocks were orphaned. They let blocks of the same height on two forks have different hashes. */
  private readonly orphanedAbove: number[];

  constructor(
    private readonly first: Block,
    orphanedAbove: readonly number[] = [],
  ) {
    this.orphanedAbove = [...orphanedAbove];
  }

  forks(): readonly number[] {
    return [...this.orphanedAbove];
  }

  /** Orphans the blocks above the height. New blocks there get different hashes. */
  fork(height: number): void {
    this.orphanedAbove.push(height);
  }

  at(height: number, time: number): Block {
    return { height, time, hash: this.hashAt(height), parentHash: this.hashAt(height - 1) };
  }

  private hashAt(height: number): string {
    if (height === this.first.height) return this.first.hash;
    const fork = this.orphanedAbove.filter((above) => above < height).length;
    return blockHash(fork, height);
  }
}
