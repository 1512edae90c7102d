import type { ReceivedTransaction } from './received-transaction.js';

/** The statuses of a transaction that was dropped from the mempool. */
export const DROP_STATUSES = [
  'dropped_replace_by_fee',
  'dropped_replace_across_fork',
  'dropped_too_expensive',
  'dropped_stale_garbage_collect',
  'dropped_problematic',
] as const;
export type DropStatus = (typeof DROP_STATUSES)[number];

export interface Dropped {
  readonly transaction: ReceivedTransaction;
  readonly status: DropStatus;
}

/** Conditions for mining a transaction. */
interface Terms {
  nextNonce(account: string): bigint;
  /** Lowest fee, micro-STX per byte. */
  readonly feePerByte: bigint;
}

/** Pending transactions, one per account and nonce, and dropped ones. */
export class Mempool {
  /** Pending transactions by txid, in order of arrival. */
  private readonly pending = new Map<string, ReceivedTransaction>();
  private readonly dropped = new Map<string, Dropped>();

  /** All pending transactions, in order of arrival. */
  allPending(): ReceivedTransaction[] {
    return [...this.pending.values()];
  }

  allDropped(): Dropped[] {
    return [...this.dropped.values()];
  }

  /** Restores a saved mempool. */
  restore(pending: readonly ReceivedTransaction[], dropped: readonly Dropped[]): void {
    for (const transaction of pending) this.pending.set(transaction.txid, transaction);
    for (const each of dropped) this.dropped.set(each.transaction.txid, each);
  }

  /** Adds a transaction. It replaces a pending one with the same account and nonce. */
  add(transaction: ReceivedTransaction): void {
    const earlier = this.pendingAt(transaction.sender, transaction.nonce);
    if (earlier !== undefined) this.drop(earlier.txid, 'dropped_replace_by_fee');
    this.dropped.delete(transaction.txid);
    this.pending.set(transaction.txid, transaction);
  }

  /** Drops a pending transaction. Returns false if it is not pending. */
  drop(txid: string, status: DropStatus): boolean {
    const transaction = this.pending.get(txid);
    if (transaction === undefined) return false;
    this.pending.delete(txid);
    this.dropped.set(txid, { transaction, status });
    return true;
  }

  /** Removes a mined transaction, and drops a pending one with the same account and nonce. */
  removeMined({ txid, sender, nonce }: ReceivedTransaction): void {
    this.pending.delete(txid);
    this.dropped.delete(txid);
    const replaced = this.pendingAt(sender, nonce);
    if (replaced !== undefined) this.drop(replaced.txid, 'dropped_replace_across_fork');
  }

  find(txid: string): ReceivedTransaction | undefined {
    return this.pending.get(txid);
  }

  findDropped(txid: string) {
    return this.dropped.get(txid);
  }

  pendingAt(account: string, nonce: bigint): ReceivedTransaction | undefined {
    return [...this.pending.values()].find((other) => other.sender === account && other.nonce === nonce);
  }

  /** The nonces of the account's pending transactions, ascending. */
  noncesOf(account: string): bigint[] {
    const nonces = [...this.pending.values()]
      .filter(({ sender }) => sender === account)
      .map(({ nonce }) => nonce);
    return nonces.sort((a, b) => (a < b ? -1 : 1));
  }

  /** The next block's transactions, at most `limit`: in order of arrival, without nonce gaps, and with sufficient fees. */
  ready(terms: Terms, limit: number): ReceivedTransaction[] {
    const chosen: ReceivedTransaction[] = [];
    const next = new Map<string, bigint>();
    for (let before = -1; before !== chosen.length && chosen.length < limit;) {
      before = chosen.length;
      for (const transaction of this.pending.values()) {
        if (chosen.length === limit) break;
        const { sender, nonce, feeUstx, sizeBytes } = transaction;
        if (nonce !== (next.get(sender) ?? terms.nextNonce(sender))) continue;
        if (feeUstx < terms.feePerByte * BigInt(sizeBytes)) continue;
        next.set(sender, nonce + 1n);
        chosen.push(transaction);
      }
    }
    return chosen;
  }
}
