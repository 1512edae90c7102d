import type { MinedTransaction } from './block-execution.js';
import type { Block } from '../vm/origin.js';

export interface MinedAt {
  readonly mined: MinedTransaction;
  readonly block: Block;
  readonly index: number;
}

export interface BlockRecord {
  readonly block: Block;
  readonly mined: readonly MinedTransaction[];
  /** The VM's own height after the block. */
  readonly vmHeight: number;
  /** Whether the journal's entry for this empty block overwrites that of the previous one. */
  readonly replacesEarlier?: boolean;
}

/** The blocks after the first one, by ascending height. A run of empty blocks may be represented by its last block alone. */
export class History {
  private records: BlockRecord[] = [];
  private readonly minedByTxid = new Map<string, MinedAt>();
  private readonly deployments = new Map<string, MinedAt>();

  constructor(readonly first: BlockRecord) {}

  get transactions(): number {
    return this.minedByTxid.size;
  }

  all(): readonly BlockRecord[] {
    return this.records;
  }

  /** The records to keep in the journal. A run of empty blocks is represented by its last block. */
  lastOfRuns(): BlockRecord[] {
    return this.records.filter((_record, index) => this.records[index + 1]?.replacesEarlier !== true);
  }

  newest(): BlockRecord {
    return this.records.at(-1) ?? this.first;
  }

  /** The record of the block or, if the block is within a run, of a later block of that run. Undefined above the tip. */
  atOrAbove(height: number): BlockRecord | undefined {
    return this.records[this.countBelow(height)];
  }

  /** The record of the block or, if that has none, of the nearest earlier block that has one. */
  atOrBelow(height: number): BlockRecord {
    return this.records[this.countBelow(height + 1) - 1] ?? this.first;
  }

  /** The records up to the height. */
  upTo(height: number): readonly BlockRecord[] {
    return this.records.slice(0, this.countBelow(height + 1));
  }

  /** The transactions of the block at the height, in their order. */
  minedAt(height: number): readonly MinedAt[] {
    const record = this.atOrAbove(height);
    if (record?.block.height !== height) return [];
    return record.mined.map((mined, index) => ({ mined, block: record.block, index }));
  }

  findMined(txid: string): MinedAt | undefined {
    return this.minedByTxid.get(txid);
  }

  /** The transactions that deployed contracts, by contract id, earliest first. */
  deployed(): ReadonlyMap<string, MinedAt> {
    return this.deployments;
  }

  add(record: BlockRecord): void {
    this.records.push(record);
    const { block, mined } = record;
    mined.forEach((each, index) => {
      const at = { mined: each, block, index };
      const { txid, deploys } = each.transaction;
      this.minedByTxid.set(txid, at);
      if (deploys !== undefined && each.status === 'success') this.deployments.set(deploys, at);
    });
  }

  clear(): void {
    this.records = [];
    this.minedByTxid.clear();
    this.deployments.clear();
  }

  private countBelow(height: number): number {
    let [from, to] = [0, this.records.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.records[middle]!.block.height < height) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
