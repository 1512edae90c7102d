import { createHash } from 'node:crypto';
import type { ClarityValue } from '@stacks/transactions';
import type { Chain } from '../chain/chain.js';
import type { MinedAt } from '../chain/history.js';
import type { Block } from '../vm/origin.js';
import type { ReadOutcome } from '../vm/execution.js';

/** Number of newest blocks that a host of the chain can find by id. */
const KNOWN_TIPS = 2_000;

/** The chain up to one of its blocks, as seen by a host that lags behind, or for a request about an earlier state. */
export class ChainView {
  private constructor(
    private readonly chain: Chain,
    private readonly height: number,
  ) {}

  /** The chain as it was `blocks` blocks ago. */
  static before(chain: Chain, blocks: number): ChainView {
    return new ChainView(chain, Math.max(chain.origin.block.height, chain.tip().height - blocks));
  }

  private get first(): number {
    return this.chain.origin.block.height;
  }

  tip(): Block {
    return this.chain.blockAt(this.height);
  }

  /** The block at the height; undefined above the view's tip. */
  blockAt(height: number): Block | undefined {
    return height >= this.first && height <= this.height ? this.chain.blockAt(height) : undefined;
  }

  /** The view up to the block with the id; undefined if this host does not know it. */
  upTo(id: string): ChainView | undefined {
    for (let height = this.height; height >= this.first && height > this.height - KNOWN_TIPS; height--)
      if (blockId(this.chain.blockAt(height)) === id) return new ChainView(this.chain, height);
    return undefined;
  }

  /** The mined transaction; undefined if it was mined above the view's tip, or not at all. */
  findMined(txid: string): MinedAt | undefined {
    const found = this.chain.history.findMined(txid);
    return found !== undefined && found.block.height <= this.height ? found : undefined;
  }

  nextNonce(account: string): bigint {
    return this.chain.nonceAt(account, this.height);
  }

  /** The unlocked STX of an account or a contract, in microSTX. */
  stxBalance(principal: string): bigint {
    if (this.height >= this.chain.tip().height) return this.chain.stxBalance(principal);
    return this.chain.vm.stxBalanceAt(this.chain.vmHeightAt(this.height), principal);
  }

  read(id: string, functionName: string, args: readonly ClarityValue[], sender: string): ReadOutcome {
    // The VM does not accept a contract as the sender, so the contract's deployer is used.
    const [account = sender] = sender.split('.');
    const height = this.chain.vmHeightAt(this.height);
    return this.chain.vm.readAt(height, id, functionName, args, account);
  }
}

/** The consensus hash of a block, derived from the block's hash because the devnet has no sortitions. */
export const consensusHashOf = ({ hash }: Block): string => hash.slice(0, 40);

/** A block's id, computed as nodes do. */
export const blockId = (block: Block): string =>
  createHash('sha512-256')
    .update(Buffer.from(block.hash + consensusHashOf(block), 'hex'))
    .digest('hex');
