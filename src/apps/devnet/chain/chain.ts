import { Cl, ClarityType, type ClarityAbi, type ClarityValue } from '@stacks/transactions';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import {
  decodeSubmitted,
  MIN_FEE_PER_BYTE,
  rejectionOf,
  type ChainFacts,
  type SubmitError,
} from './admission.js';
import { BlockHeaders } from './block-headers.js';
import { executeBlock, Undo, type MinedTransaction } from './block-execution.js';
import type { ChainState } from './chain-state.js';
import type { Beginning } from '../genesis/genesis.js';
import { History, type BlockRecord } from './history.js';
import type { Journal, JournalEntry } from './journal.js';
import { Mempool, type DropStatus } from './mempool.js';
import type { Block, Origin } from '../vm/origin.js';
import { decodeTransaction, type ReceivedTransaction } from './received-transaction.js';
import type { Snapshot } from './snapshot-file.js';
import type { ReadOutcome } from '../vm/execution.js';
import type { Vm } from '../vm/vm.js';

const MAX_BLOCK_TRANSACTIONS = 200;
/** Number of executions between two checkpoints. A checkpoint costs as much as a few, but a breach repeats all since the last one. */
const REPLAYED_PER_CHECKPOINT = 40;

/** The components of a chain. */
export interface ChainParts {
  readonly vm: Vm;
  readonly journal: Journal;
  readonly genesis: Beginning;
  readonly origin: Origin;
}

/** Blocks, accounts and mempool on top of the VM. Every change is in the journal before its response is sent. */
export class Chain implements ChainFacts {
  readonly mempool = new Mempool();
  /** Lowest fee that is mined, micro-STX per byte; transactions that pay less wait. Tests can raise it. */
  feePerByte = MIN_FEE_PER_BYTE;
  readonly history: History;
  private readonly nonces = new Map<string, bigint>();
  private readonly headers: BlockHeaders;
  /** Whether the journal ends with a run of empty blocks, which the next empty block extends. */
  private endsEmpty = false;
  /** Transactions executed by this process, including those of orphaned blocks. */
  executed = 0;

  readonly vm: Vm;
  readonly genesis: Beginning;
  readonly origin: Origin;
  private readonly journal: Journal;

  private constructor(
    { vm, journal, genesis, origin }: ChainParts,
    /** Returns the VM to its state before the first block. */
    private readonly rewind: () => void,
    { firstVmHeight: vmHeight, forks }: Partial<ChainState> & Pick<ChainState, 'firstVmHeight'>,
  ) {
    [this.vm, this.journal, this.genesis, this.origin] = [vm, journal, genesis, origin];
    this.headers = new BlockHeaders(origin.block, forks);
    this.history = new History({ block: origin.block, mined: [], vmHeight });
  }

  /** Applies the genesis to a new VM. */
  static begin(parts: ChainParts): Chain {
    const { vm, genesis } = parts;
    genesis.apply(vm);
    const beginning = vm.checkpoint();
    return new Chain(parts, () => vm.restore(beginning), { firstVmHeight: vm.height() });
  }

  /** Continues a chain in a VM that can load the image. `rewind` returns the VM to its state before the first block. */
  static restore(parts: ChainParts, saved: Pick<Snapshot, 'image' | 'state'>, rewind: () => void): Chain {
    const { image, state } = saved;
    parts.vm.load(image);
    const chain = new Chain(parts, rewind, state);
    for (const { height, time, vmHeight, mined } of state.blocks)
      chain.record({ block: chain.headers.at(height, time), mined, vmHeight });
    chain.mempool.restore(state.pending, state.dropped);
    return chain;
  }

  /** Replays the journal, one entry per step. Each step yields the number of transactions mined. */
  *replay(): Iterable<number> {
    const undo = new Undo(this.vm, REPLAYED_PER_CHECKPOINT);
    const { entries } = this.journal;
    for (const entry of entries) {
      this.apply(entry, undo);
      yield entry.type === 'block' ? entry.txids.length : 0;
    }
    this.endsEmpty = entries.at(-1)?.type === 'empty';
  }

  /** Returns the state that replaying the journal up to now would give. */
  state(): ChainState {
    const kept = this.history.lastOfRuns();
    if (this.endsEmpty) kept.pop();
    return {
      firstVmHeight: this.history.first.vmHeight,
      forks: this.headers.forks(),
      blocks: kept.map(({ block: { height, time }, mined, vmHeight }) => ({ height, time, mined, vmHeight })),
      pending: this.mempool.allPending(),
      dropped: this.mempool.allDropped(),
    };
  }

  tip(): Block {
    return this.history.newest().block;
  }

  /** The block at the height, which must not be above the tip. */
  blockAt(height: number): Block {
    const { first } = this.history;
    if (height === first.block.height) return first.block;
    const above = this.history.atOrAbove(height) ?? this.history.newest();
    if (above.block.height === height) return above.block;
    return this.headers.at(height, above.block.time);
  }

  /** Height of the VM's block in which the chain's block at the height ended. */
  vmHeightAt(height: number): number {
    return this.history.atOrBelow(height).vmHeight;
  }

  /** The account's next nonce after the block at the height. */
  nonceAt(account: string, height: number): bigint {
    if (height >= this.tip().height) return this.nextNonce(account);
    const until = this.history.upTo(height).flatMap(({ mined }) => mined);
    const last = until.findLast(({ transaction }) => transaction.sender === account);
    return last === undefined ? this.origin.nonceOf(account) : last.transaction.nonce + 1n;
  }

  nextNonce(account: string): bigint {
    return this.nonces.get(account) ?? this.origin.nonceOf(account);
  }

  stxBalance(account: string): bigint {
    return this.origin.stxBalance(account);
  }

  interfaceOf(id: string): ClarityAbi | undefined {
    return this.origin.interfaceOf(id);
  }

  /** Loads what the checks of a transaction need. Does nothing for undecodable bytes, which the checks refuse anyway. */
  async learnOf(raw: Uint8Array): Promise<void> {
    const decoded = decodeSubmitted(raw, 0, this.genesis.dress);
    if (!decoded.ok) return;
    const { sender, payload } = decoded.value;
    await this.origin.learn({
      account: sender,
      ...('contractId' in payload && { contract: payload.contractId }),
    });
  }

  read(id: string, functionName: string, args: readonly ClarityValue[], sender: string): ReadOutcome {
    // The VM does not accept a contract as the sender, so the contract's deployer is used.
    const [account = sender] = sender.split('.');
    return this.vm.read(id, functionName, args, account);
  }

  /** An account's balance of a SIP-010 token. */
  balance(token: string, account: string): bigint {
    const read = this.read(token, 'get-balance', [Cl.principal(account)], account);
    if (!read.ok) throw new Error(`${token} returned no balance: ${read.error}`);
    const balance = read.value.type === ClarityType.ResponseOk ? read.value.value : undefined;
    if (balance?.type !== ClarityType.UInt) throw new Error(`${token} returned no balance`);
    return BigInt(balance.value);
  }

  /** The decoded transaction. @throws unless the bytes are exactly one transaction in canonical form. */
  decode(raw: Uint8Array, nowMs: number): ReceivedTransaction {
    return decodeTransaction(raw, nowMs, this.genesis.dress);
  }

  /** Admits a transaction to the mempool. Submitting one that is already pending succeeds without effect. */
  submit(raw: Uint8Array, nowMs: number): Result<{ txid: string }, SubmitError> {
    const decoded = decodeSubmitted(raw, nowMs, this.genesis.dress);
    if (!decoded.ok) return decoded;
    const transaction = decoded.value;
    const { txid } = transaction;
    if (this.mempool.find(txid) !== undefined) return ok({ txid });
    const rejection = rejectionOf(transaction, this);
    if (rejection !== undefined) return err({ ...rejection, txid });
    this.append({ type: 'transaction', raw: transaction.rawHex, receivedAtMs: nowMs });
    this.mempool.add(transaction);
    return ok({ txid });
  }

  /** Mines one block of the ready transactions, or of those in `only`. */
  mine(nowMs: number, only?: readonly ReceivedTransaction[]): Block {
    const time = Math.max(Math.floor(nowMs / 1000), this.tip().time);
    const ready = only ?? this.mempool.ready(this, MAX_BLOCK_TRANSACTIONS);
    const height = this.tip().height + 1;
    const mined = this.addBlock(this.headers.at(height, time), ready);
    const txids = mined.map(({ transaction }) => transaction.txid);
    this.append(txids.length > 0 ? { type: 'block', height, time, txids } : { type: 'empty', height, time });
    return this.tip();
  }

  /** Drops a pending transaction. Returns false if it is not pending. */
  drop(txid: string, status: DropStatus): boolean {
    if (!this.mempool.drop(txid, status)) return false;
    this.append({ type: 'drop', txid, status });
    return true;
  }

  /** Orphans the newest blocks. Their transactions become pending again or, with `drop`, disappear. */
  orphan(blocks: number, drop: boolean): Block {
    const undone = Math.min(blocks, this.tip().height - this.origin.block.height);
    this.append({ type: 'orphan', blocks: undone, drop });
    this.undoBlocks(undone, drop);
    return this.tip();
  }

  close(): void {
    this.journal.close();
  }

  private append(entry: JournalEntry): void {
    this.journal.append(entry);
    this.endsEmpty = entry.type === 'empty';
  }

  private apply(entry: JournalEntry, undo: Undo): void {
    switch (entry.type) {
      case 'transaction':
        return this.mempool.add(this.decode(Buffer.from(entry.raw, 'hex'), entry.receivedAtMs));
      case 'block':
      case 'empty': {
        const txids = entry.type === 'block' ? entry.txids : [];
        const transactions = txids.map((txid) => this.pendingForReplay(txid));
        return void this.addBlock(this.headers.at(entry.height, entry.time), transactions, undo);
      }
      case 'drop':
        return void this.mempool.drop(entry.txid, entry.status);
      case 'orphan':
        undo.forget();
        return this.undoBlocks(entry.blocks, entry.drop);
    }
  }

  private pendingForReplay(txid: string): ReceivedTransaction {
    const transaction = this.mempool.find(txid);
    if (transaction === undefined)
      throw new Error(`the devnet journal mines ${txid}, which it never received`);
    return transaction;
  }

  private addBlock(
    block: Block,
    transactions: readonly ReceivedTransaction[],
    undo = new Undo(this.vm),
  ): readonly MinedTransaction[] {
    const mined = executeBlock(this.vm, transactions, this.genesis.accounts.miner.address, undo);
    this.executed += mined.length;
    const replacesEarlier = this.endsEmpty && mined.length === 0;
    this.record({ block, mined, vmHeight: this.vm.height(), replacesEarlier });
    return mined;
  }

  private record(record: BlockRecord): void {
    this.history.add(record);
    for (const { transaction } of record.mined) {
      this.nonces.set(transaction.sender, transaction.nonce + 1n);
      this.mempool.removeMined(transaction);
    }
  }

  /** Undoes the newest blocks by restoring the genesis and replaying the earlier blocks. */
  private undoBlocks(count: number, drop: boolean): void {
    const height = this.tip().height - count;
    const all = this.history.all();
    const kept = this.history.upTo(height);
    const undone = all.slice(kept.length).flatMap(({ mined }) => mined);
    const newest = this.blockAt(height);
    this.rewind();
    this.history.clear();
    this.nonces.clear();
    const undo = new Undo(this.vm, REPLAYED_PER_CHECKPOINT);
    for (const { block, mined, replacesEarlier } of kept) {
      const transactions = mined.map(({ transaction }) => transaction);
      this.endsEmpty = replacesEarlier === true;
      this.addBlock(block, transactions, undo);
    }
    this.endsEmpty = false;
    if (this.tip().height < height) this.addBlock(newest, [], undo);
    this.headers.fork(height);
    if (drop) return;
    for (const { transaction } of undone) this.mempool.add(transaction);
  }
}
