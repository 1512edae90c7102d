import { Cl, ClarityType, type ClarityAbi, type ClarityValue } from '@stacks/transactions';
import { err, ok, type Result } from '../../domain/shared/result.js';
import { MIN_FEE_PER_BYTE, rejectionOf, type ChainFacts, type Rejection } from './admission.js';
import { executeBlock, type MinedTransaction } from './block-execution.js';
import type { Beginning } from './genesis.js';
import type { Journal, JournalEntry } from './journal.js';
import { Mempool, type DropStatus } from './mempool.js';
import { blockHash, type Block, type Origin } from './origin.js';
import { decodeTransaction, type ReceivedTransaction } from './received-transaction.js';
import type { Checkpoint, ReadOutcome, Vm } from './vm.js';

export interface MinedAt {
  readonly mined: MinedTransaction;
  readonly block: Block;
  readonly index: number;
}

interface BlockRecord {
  readonly block: Block;
  readonly mined: readonly MinedTransaction[];
  /** The VM's own height after the block. */
  readonly vmHeight: number;
}

export type SubmitError = Rejection & { readonly txid: string | undefined };

const MAX_BLOCK_TRANSACTIONS = 200;

/** Blocks, accounts and mempool on top of the VM. Every change is in the journal before its response is sent. */
export class Chain implements ChainFacts {
  readonly mempool = new Mempool();
  /** The fee in micro-STX per byte that is mined; transactions that pay less wait. Tests can raise it. */
  feePerByte = MIN_FEE_PER_BYTE;
  private readonly minedByTxid = new Map<string, MinedAt>();
  private blocks: BlockRecord[] = [];
  private readonly nonces = new Map<string, bigint>();
  /** The heights above which blocks were orphaned: blocks of the same height on two forks have two hashes. */
  private readonly forks: number[] = [];
  private readonly first: BlockRecord;

  private constructor(
    readonly vm: Vm,
    private readonly journal: Journal,
    readonly genesis: Beginning,
    readonly origin: Origin,
    private readonly beginning: Checkpoint,
  ) {
    this.first = { block: origin.block, mined: [], vmHeight: vm.height() };
  }

  /** Applies the genesis to a new VM, then replays the journal. */
  static start(vm: Vm, journal: Journal, genesis: Beginning, origin: Origin): Chain {
    genesis.apply(vm);
    const chain = new Chain(vm, journal, genesis, origin, vm.checkpoint());
    for (const entry of journal.entries) chain.apply(entry);
    return chain;
  }

  tip(): Block {
    return this.newest().block;
  }

  /** The block at the height, which is not above the tip. */
  blockAt(height: number): Block {
    if (height === this.first.block.height) return this.first.block;
    const above = this.blocks.find(({ block }) => block.height >= height) ?? this.newest();
    if (above.block.height === height) return above.block;
    return { ...above.block, height, hash: this.hashAt(height), parentHash: this.hashAt(height - 1) };
  }

  /** The transactions of the block at the height, in their order. */
  minedAt(height: number): readonly MinedAt[] {
    const record = this.blocks.find(({ block }) => block.height === height);
    return (record?.mined ?? []).map((mined, index) => ({ mined, block: record!.block, index }));
  }

  /** The VM's block at the end of the block at the height. */
  vmHeightAt(height: number): number {
    return (this.blocks.findLast(({ block }) => block.height <= height) ?? this.first).vmHeight;
  }

  /** The nonce that the account's next transaction had to carry after the block at the height. */
  nonceAt(account: string, height: number): bigint {
    if (height >= this.tip().height) return this.nextNonce(account);
    const until = this.blocks.filter(({ block }) => block.height <= height).flatMap(({ mined }) => mined);
    const last = until.findLast(({ transaction }) => transaction.sender === account);
    return last === undefined ? this.origin.nonceOf(account) : last.transaction.nonce + 1n;
  }

  findMined(txid: string): MinedAt | undefined {
    return this.minedByTxid.get(txid);
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

  /** Reads what the checks of a transaction need to know. One that cannot be decoded is refused by them. */
  async learnOf(raw: Uint8Array): Promise<void> {
    const decoded = this.tryDecode(raw, 0);
    if (!decoded.ok) return;
    const { sender, payload } = decoded.value;
    await this.origin.learn({
      account: sender,
      ...(payload.kind === 'call' && { contract: payload.contractId }),
    });
  }

  read(id: string, functionName: string, args: readonly ClarityValue[], sender: string): ReadOutcome {
    // The VM accepts no contract as sender, so its deployer is used.
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

  /** @throws when the bytes are not exactly one transaction in canonical form. */
  decode(raw: Uint8Array, nowMs: number): ReceivedTransaction {
    return decodeTransaction(raw, nowMs, this.genesis.dress);
  }

  /** Admits a transaction to the mempool. Submitting a pending one again succeeds without effect. */
  submit(raw: Uint8Array, nowMs: number): Result<{ txid: string }, SubmitError> {
    const decoded = this.tryDecode(raw, nowMs);
    if (!decoded.ok) return decoded;
    const transaction = decoded.value;
    const { txid } = transaction;
    if (this.mempool.find(txid) !== undefined) return ok({ txid });
    const rejection = rejectionOf(transaction, this);
    if (rejection !== undefined) return err({ ...rejection, txid });
    this.journal.append({ type: 'transaction', raw: transaction.rawHex, receivedAtMs: nowMs });
    this.mempool.add(transaction);
    return ok({ txid });
  }

  /** Mines one block of the ready transactions, or of `only`. */
  mine(nowMs: number, only?: readonly ReceivedTransaction[]): Block {
    const time = Math.max(Math.floor(nowMs / 1000), this.tip().time);
    const ready = only ?? this.mempool.ready(this, MAX_BLOCK_TRANSACTIONS);
    const height = this.tip().height + 1;
    const mined = this.addBlock(this.newBlock(height, time), ready);
    const txids = mined.map(({ transaction }) => transaction.txid);
    this.journal.append(
      txids.length > 0 ? { type: 'block', height, time, txids } : { type: 'empty', height, time },
    );
    return this.tip();
  }

  /** Drops a pending transaction. Returns false when it is not pending. */
  drop(txid: string, status: DropStatus): boolean {
    if (!this.mempool.drop(txid, status)) return false;
    this.journal.append({ type: 'drop', txid, status });
    return true;
  }

  /** Orphans the newest blocks. Their transactions become pending again or, with `drop`, disappear. */
  orphan(blocks: number, drop: boolean): Block {
    const undone = Math.min(blocks, this.tip().height - this.first.block.height);
    this.journal.append({ type: 'orphan', blocks: undone, drop });
    this.undoBlocks(undone, drop);
    return this.tip();
  }

  close(): void {
    this.journal.close();
  }

  private apply(entry: JournalEntry): void {
    switch (entry.type) {
      case 'transaction':
        return this.mempool.add(this.decode(Buffer.from(entry.raw, 'hex'), entry.receivedAtMs));
      case 'block':
      case 'empty': {
        const txids = entry.type === 'block' ? entry.txids : [];
        const transactions = txids.map((txid) => this.pendingForReplay(txid));
        return void this.addBlock(this.newBlock(entry.height, entry.time), transactions);
      }
      case 'drop':
        return void this.mempool.drop(entry.txid, entry.status);
      case 'orphan':
        return this.undoBlocks(entry.blocks, entry.drop);
    }
  }

  private pendingForReplay(txid: string): ReceivedTransaction {
    const transaction = this.mempool.find(txid);
    if (transaction === undefined)
      throw new Error(`the devnet journal mines ${txid}, which it never received`);
    return transaction;
  }

  private addBlock(block: Block, transactions: readonly ReceivedTransaction[]): MinedTransaction[] {
    const mined = executeBlock(this.vm, transactions, this.genesis.accounts.miner.address);
    this.blocks.push({ block, mined, vmHeight: this.vm.height() });
    mined.forEach((outcome, index) => {
      const { transaction } = outcome;
      this.minedByTxid.set(transaction.txid, { mined: outcome, block, index });
      this.nonces.set(transaction.sender, transaction.nonce + 1n);
      this.mempool.removeMined(transaction);
    });
    return mined;
  }

  /** Restores the genesis and replays the remaining blocks. */
  private undoBlocks(count: number, drop: boolean): void {
    const height = this.tip().height - count;
    const kept = this.blocks.filter(({ block }) => block.height <= height);
    const undone = this.blocks.slice(kept.length).flatMap(({ mined }) => mined);
    const newest = this.blockAt(height);
    this.vm.restore(this.beginning);
    this.blocks = [];
    this.minedByTxid.clear();
    this.nonces.clear();
    for (const { block, mined } of kept) {
      const transactions = mined.map(({ transaction }) => transaction);
      this.addBlock(block, transactions);
    }
    if (this.tip().height < height) this.addBlock(newest, []);
    this.forks.push(height);
    if (drop) return;
    for (const { transaction } of undone) this.mempool.add(transaction);
  }

  private newest(): BlockRecord {
    return this.blocks.at(-1) ?? this.first;
  }

  private newBlock(height: number, time: number): Block {
    return { height, time, hash: this.hashAt(height), parentHash: this.hashAt(height - 1) };
  }

  private hashAt(height: number): string {
    const { block } = this.origin;
    if (height === block.height) return block.hash;
    const fork = this.forks.filter((above) => above < height).length;
    return blockHash(fork, height);
  }

  private tryDecode(raw: Uint8Array, nowMs: number): Result<ReceivedTransaction, SubmitError> {
    try {
      return ok(this.decode(raw, nowMs));
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : 'not a transaction';
      return err({ reason: 'Deserialization', data: { message }, txid: undefined });
    }
  }
}
