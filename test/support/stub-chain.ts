import type { TransactionStatus } from '../../src/domain/order/lifecycle/settlement.js';
import type { RawTransaction, Txid } from '../../src/domain/order/ids.js';
import { err, ok, type Result } from '../../src/domain/shared/result.js';
import { toUnits } from '../../src/domain/shared/units.js';
import type { BlockRef } from '../../src/domain/order/swap-transaction.js';
import type {
  AccountNonces,
  BroadcastOutcome,
  ChainNode,
  ChainTip,
  ChainUnreachable,
} from '../../src/ports/index.js';

type Call = keyof ChainNode;
type Mined = Extract<TransactionStatus, { kind: 'success' | 'aborted' }>;

/** Bytes of one of the stub's transactions. They begin with its nonce as 16 hex digits. */
export const rawOf = (nonce: bigint, txid: Txid): RawTransaction =>
  `${nonce.toString(16).padStart(16, '0')}${txid}` as RawTransaction;

export const nonceOf = (raw: RawTransaction): bigint => BigInt(`0x${raw.slice(0, 16)}`);

/** A scripted chain with one account. By default it accepts every transaction and mines none. */
export class StubChain implements ChainNode {
  height = 100;
  /** Number of blocks by which the index is behind the node. */
  lag = 0;
  /** Nonce of the account's last executed transaction. */
  executedNonce: bigint | undefined = undefined;
  /** Every transaction sent to the node, in order, whatever the response. */
  readonly sent: { readonly raw: RawTransaction; readonly txid: Txid }[] = [];
  /** Names of all calls, in order. */
  readonly calls: Call[] = [];
  /** Transactions that are missing from responses to batch queries. */
  readonly unanswered = new Set<Txid>();
  /** Responses that omit the results of mined transactions: none, lists, or lists and single reads. */
  withoutResults: 'nowhere' | 'in lists' | 'everywhere' = 'nowhere';
  private readonly statuses = new Map<Txid, TransactionStatus>();
  private readonly answers: { readonly outcome: BroadcastOutcome; readonly arrives: boolean }[] = [];
  private readonly unreachable = new Set<Call>();

  /** Sets the response to the next broadcast. With `arrives`, the node accepts the transaction whatever the response says. */
  answerNext(outcome: BroadcastOutcome, { arrives = outcome.kind === 'accepted' } = {}): void {
    this.answers.push({ outcome, arrives });
  }

  cut(...calls: Call[]): void {
    calls.forEach((call) => this.unreachable.add(call));
  }

  mend(): void {
    this.unreachable.clear();
  }

  setStatus(txid: Txid, status: TransactionStatus): void {
    this.statuses.set(txid, status);
  }

  /** Mines the transaction in the next block. */
  mine(txid: Txid, amountOut = 1_000n): Mined {
    return this.include(txid, { kind: 'success', ...this.nextBlock(txid), amountOut: toUnits(amountOut) });
  }

  /** Aborts the transaction in the next block. */
  abort(txid: Txid, reason: string): Mined {
    return this.include(txid, { kind: 'aborted', ...this.nextBlock(txid), reason });
  }

  async tip(): Promise<Result<ChainTip, ChainUnreachable>> {
    return this.reach('tip') ?? ok({ height: this.height, id: this.height.toString(16).padStart(64, '0') });
  }

  /** Time of blocks without transactions, Unix seconds. */
  newestTime = 1;

  async indexHeight(): Promise<Result<number, ChainUnreachable>> {
    return this.reach('indexHeight') ?? ok(this.height - this.lag);
  }

  /** The block at the height, with the time of a transaction that is mined in it, or else `newestTime`. */
  async blockAt(height: number): Promise<Result<BlockRef | undefined, ChainUnreachable>> {
    const mined = [...this.statuses.values()].find(
      (status) => 'blockHeight' in status && status.blockHeight === height,
    );
    const { blockTime } = (mined as Mined | undefined) ?? { blockTime: this.newestTime };
    const cut = this.reach('blockAt');
    return cut ?? ok(height > this.height - this.lag ? undefined : { blockHeight: height, blockTime });
  }

  async nextNonce(): Promise<Result<bigint, ChainUnreachable>> {
    return this.reach('nextNonce') ?? ok((this.executedNonce ?? -1n) + 1n);
  }

  /** Nonces of another program's pending transactions on the account. */
  readonly foreignNonces: bigint[] = [];

  async accountNonces(): Promise<Result<AccountNonces, ChainUnreachable>> {
    const next = (this.executedNonce ?? -1n) + 1n;
    return this.reach('accountNonces') ?? ok({ next, pending: this.foreignNonces });
  }

  async broadcast(raw: RawTransaction, txid: Txid): Promise<BroadcastOutcome> {
    this.sent.push({ raw, txid });
    const cut = this.reach('broadcast');
    if (cut !== undefined) return { kind: 'unknown', reason: cut.error.reason };
    const { outcome, arrives } = this.answers.shift() ?? { outcome: { kind: 'accepted' }, arrives: true };
    if (arrives) this.statuses.set(txid, { kind: 'pending' });
    return outcome;
  }

  async transactionStatus(txid: Txid): Promise<Result<TransactionStatus, ChainUnreachable>> {
    const status = this.statuses.get(txid) ?? { kind: 'unseen' };
    return (
      this.reach('transactionStatus') ??
      ok(this.withoutResults === 'everywhere' ? withoutResult(status) : status)
    );
  }

  async transactionStatuses(
    txids: readonly Txid[],
  ): Promise<Result<ReadonlyMap<Txid, TransactionStatus>, ChainUnreachable>> {
    const answered = txids.filter((txid) => !this.unanswered.has(txid));
    const statuses = answered.map((txid) => {
      const status = this.statuses.get(txid) ?? { kind: 'unseen' };
      return [txid, this.withoutResults === 'nowhere' ? status : withoutResult(status)] as const;
    });
    return this.reach('transactionStatuses') ?? ok(new Map<Txid, TransactionStatus>(statuses));
  }

  private reach(call: Call) {
    this.calls.push(call);
    if (!this.unreachable.has(call)) return undefined;
    return err<ChainUnreachable>({ kind: 'chain-unreachable', reason: `${call} is cut` });
  }

  private nextBlock(txid: Txid) {
    const sent = this.sent.find((transaction) => transaction.txid === txid);
    if (sent === undefined) throw new Error(`${txid} was never sent`);
    const nonce = nonceOf(sent.raw);
    if (this.executedNonce === undefined || nonce > this.executedNonce) this.executedNonce = nonce;
    this.height += 1;
    const blockTime = 1_795_000_000 + 10 * this.height;
    return { blockHeight: this.height, blockTime, feeUstx: toUnits(3_000n) };
  }

  private include(txid: Txid, status: Mined): Mined {
    this.statuses.set(txid, status);
    return status;
  }
}

function withoutResult(status: TransactionStatus): TransactionStatus {
  if (status.kind === 'success') return { ...status, amountOut: undefined };
  return status.kind === 'aborted' ? { ...status, reason: undefined } : status;
}
