import type { TransactionStatus } from '../../src/domain/order/lifecycle/settlement.js';
import type { OrderUuid, RawTransaction, Txid } from '../../src/domain/order/ids.js';
import type { BlockRef } from '../../src/domain/order/swap-transaction.js';
import type { Address } from '../../src/domain/shared/address.js';
import { err, ok, type Result } from '../../src/domain/shared/result.js';
import { toUnits } from '../../src/domain/shared/units.js';
import type {
  AccountNonces,
  BroadcastOutcome,
  ChainNode,
  ChainTip,
  ChainUnreachable,
  SpentOrders,
  SwapSigner,
} from '../../src/ports/index.js';
import { AN_OPERATOR } from './builders.js';
import { stubSigner } from './core-harness.js';
import { nonceOf } from './stub-chain.js';

/** A transaction as decoded from its bytes. */
interface Content {
  readonly sender: Address;
  readonly nonce: bigint;
  readonly feeUstx: bigint;
  /** The order whose signature the transaction spends; absent in a no-op transaction. */
  readonly uuid?: OrderUuid;
}

interface Block {
  readonly height: number;
  readonly time: number;
  readonly mined: readonly { readonly txid: Txid; readonly success: boolean }[];
}

const tipOf = ({ height, time }: Block): ChainTip => ({
  height,
  id: `${height}-${time}`.padStart(64, '0'),
});

export type BroadcastFault = 'lost' | 'answer-lost' | 'refused';
export type ReadCall = Exclude<keyof ChainNode, 'broadcast'>;

/** A transaction's place: its account and nonce. Of all transactions with the same place, at most one is mined. */
const placeOf = ({ sender, nonce }: Pick<Content, 'sender' | 'nonce'>) => `${sender} ${nonce}`;

/** A chain with operator accounts, a mempool and blocks, on which every order's signature can be spent once. */
export class BlockChain implements ChainNode, SpentOrders {
  /** Number of blocks by which the index is behind the chain. */
  lag = 0;
  /** Number of blocks by which the node is behind the chain. */
  nodeLag = 0;
  /** Number of transactions that were mined although their order's signature was already spent: orders sent twice. */
  doubled = 0;
  private readonly contents = new Map<Txid, Content>();
  private readonly mempool = new Map<string, Txid>();
  private readonly dropped = new Set<Txid>();
  /** Every transaction that has ever reached a node. Some node may still have it. */
  private readonly seen = new Set<Txid>();
  /** By place, the orders whose transactions used it in any block ever mined; `null` for a no-op transaction. */
  private readonly used = new Map<string, Set<OrderUuid | null>>();
  private blocks: Block[] = [{ height: 100, time: 1_795_000_000, mined: [] }];
  private highest = 100;
  private clock = 0;
  private readonly cut = new Set<ReadCall>();
  private readonly faults: BroadcastFault[] = [];

  /** Accounts whose transactions the nodes refuse for lack of funds. */
  readonly dry = new Set<Address>();
  /** Signers, one for each account. They sign transactions that this chain can decode. */
  readonly signers: readonly SwapSigner[];

  constructor(accounts: readonly Address[] = [AN_OPERATOR]) {
    this.signers = accounts.map((address) => this.makeSigner(address));
  }

  /** Mines the accounts' pending transactions, from their next nonces on. Transactions of accounts in `except` stay pending. */
  mine({ except = [] }: { readonly except?: readonly Address[] } = {}): void {
    const mined: Block['mined'][number][] = [];
    const spent = new Set(this.succeeded());
    for (const { address: sender } of this.signers.filter((signer) => !except.includes(signer.address))) {
      for (let nonce = this.nonceAfter(sender, this.blocks); ; nonce += 1n) {
        const txid = this.mempool.get(placeOf({ sender, nonce }));
        if (txid === undefined) break;
        this.mempool.delete(placeOf({ sender, nonce }));
        const { uuid } = this.contents.get(txid)!;
        const success = uuid === undefined || !spent.has(uuid);
        if (!success) this.doubled += 1;
        if (uuid !== undefined) spent.add(uuid);
        mined.push({ txid, success });
      }
    }
    this.addBlock(mined);
  }

  /** Mines a transaction of another program with the same key, which uses the next nonce of an account. */
  mineForeign(n: number): void {
    const sender = this.signers[n % this.signers.length]!.address;
    const nonce = this.nonceAfter(sender, this.blocks);
    const pushedOut = this.mempool.get(placeOf({ sender, nonce }));
    if (pushedOut !== undefined) this.drop(pushedOut);
    const txid = `f0${n.toString(16).padStart(62, '0')}` as Txid;
    this.contents.set(txid, { sender, nonce, feeUstx: 1n });
    this.addBlock([{ txid, success: true }]);
  }

  /** Orphans the newest blocks, but none that is ten deep. Their transactions vanish if `lost`, and become pending otherwise. */
  orphan(count: number, lost: boolean): void {
    for (let n = 0; n < count && this.newest().height > Math.max(100, this.highest - 8); n++) {
      const { mined } = this.blocks.pop()!;
      for (const { txid } of mined) if (!lost) this.mempool.set(placeOf(this.contents.get(txid)!), txid);
    }
  }

  /** Makes a transaction pending again that only some node still has, if its nonce has not been used by another order. */
  resurface(n: number): void {
    const forgotten = [...this.seen].filter((txid) => {
      const content = this.contents.get(txid)!;
      const users = this.used.get(placeOf(content)) ?? new Set();
      const isOwn = [...users].every((user) => user === content.uuid);
      const isFree = content.nonce >= this.nonceAfter(content.sender, this.blocks);
      return isOwn && isFree && !this.mempool.has(placeOf(content));
    });
    const back = forgotten[n % Math.max(forgotten.length, 1)];
    if (back !== undefined) this.admit(back);
  }

  pending(): readonly Txid[] {
    return [...this.mempool.values()];
  }

  drop(txid: Txid): void {
    this.mempool.delete(placeOf(this.contents.get(txid)!));
    this.dropped.add(txid);
  }

  /** The orders whose swaps succeeded, once for each block with such a swap. */
  succeeded(): OrderUuid[] {
    return this.paidIn(this.blocks);
  }

  /** The orders with a pending transaction. */
  waiting(): OrderUuid[] {
    return this.pending()
      .map((txid) => this.contents.get(txid)!.uuid)
      .filter((uuid) => uuid !== undefined);
  }

  failNext(fault: BroadcastFault): void {
    this.faults.push(fault);
  }

  cutOff(call: ReadCall): void {
    this.cut.add(call);
  }

  mend(): void {
    this.cut.clear();
    this.faults.length = 0;
    this.dry.clear();
    this.lag = 0;
  }

  get isSound(): boolean {
    return [this.cut.size, this.faults.length, this.dry.size, this.lag].every((trouble) => trouble === 0);
  }

  async tip(): Promise<Result<ChainTip, ChainUnreachable>> {
    return this.unlessCut('tip', () => tipOf(this.visible().at(-1)!));
  }

  async indexHeight(): Promise<Result<number, ChainUnreachable>> {
    return this.unlessCut('indexHeight', () => this.indexed().at(-1)!.height);
  }

  async blockAt(height: number): Promise<Result<BlockRef | undefined, ChainUnreachable>> {
    return this.unlessCut('blockAt', () => {
      const block = this.indexed().find((each) => each.height === height);
      return block && { blockHeight: height, blockTime: block.time };
    });
  }

  async nextNonce(account: Address, at: ChainTip): Promise<Result<bigint, ChainUnreachable>> {
    const blocks = this.upTo(at);
    return blocks.ok ? this.unlessCut('nextNonce', () => this.nonceAfter(account, blocks.value)) : blocks;
  }

  async accountNonces(account: Address): Promise<Result<AccountNonces, ChainUnreachable>> {
    return this.unlessCut('accountNonces', () => {
      const pending = this.pending().map((txid) => this.contents.get(txid)!);
      const own = pending.filter(({ sender }) => sender === account);
      return { next: this.nonceAfter(account, this.visible()), pending: own.map(({ nonce }) => nonce) };
    });
  }

  async isSpent(
    { uuid }: { readonly uuid: OrderUuid },
    at: ChainTip,
  ): Promise<Result<boolean, ChainUnreachable>> {
    const blocks = this.upTo(at);
    return blocks.ok ? ok(this.paidIn(blocks.value).includes(uuid)) : blocks;
  }

  async transactionStatus(txid: Txid): Promise<Result<TransactionStatus, ChainUnreachable>> {
    return this.unlessCut('transactionStatus', () => this.statusOf(txid));
  }

  async transactionStatuses(txids: readonly Txid[]) {
    return this.unlessCut('transactionStatuses', () => new Map(txids.map((id) => [id, this.statusOf(id)])));
  }

  async broadcast(raw: RawTransaction, txid: Txid): Promise<BroadcastOutcome> {
    const fault = this.faults.shift();
    if (fault === 'lost') return { kind: 'unknown', reason: 'connection refused' };
    if (fault === 'refused') return { kind: 'refused', reason: 'FeeTooLow', about: 'transaction' };
    if (this.dry.has(this.contents.get(txid)!.sender))
      return { kind: 'refused', reason: 'NotEnoughFunds', about: 'account' };
    const outcome = this.admit(txid);
    return fault === 'answer-lost' ? { kind: 'unknown', reason: 'connection reset' } : outcome;
  }

  private admit(txid: Txid): BroadcastOutcome {
    const content = this.contents.get(txid)!;
    const { sender, nonce, feeUstx } = content;
    if (nonce < this.nonceAfter(sender, this.blocks))
      return { kind: 'refused', reason: 'BadNonce', about: 'nonce' };
    const replaced = this.mempool.get(placeOf(content));
    if (replaced !== undefined && this.contents.get(replaced)!.feeUstx >= feeUstx)
      return { kind: 'refused', reason: 'ConflictingNonceInMempool', about: 'nonce' };
    if (replaced !== undefined) this.drop(replaced);
    this.dropped.delete(txid);
    this.seen.add(txid);
    this.mempool.set(placeOf(content), txid);
    return { kind: 'accepted' };
  }

  private statusOf(txid: Txid): TransactionStatus {
    for (const { height: blockHeight, time: blockTime, mined } of this.indexed()) {
      const found = mined.find((each) => each.txid === txid);
      if (found === undefined) continue;
      const block = { blockHeight, blockTime };
      return found.success
        ? { kind: 'success', amountOut: toUnits(1_000n), feeUstx: toUnits(3_000n), ...block }
        : { kind: 'aborted', reason: 'abort_by_response', feeUstx: toUnits(3_000n), ...block };
    }
    if (this.pending().includes(txid)) return { kind: 'pending' };
    return this.dropped.has(txid)
      ? { kind: 'dropped', reason: 'dropped_replace_by_fee' }
      : { kind: 'unseen' };
  }

  private newest = (): Block => this.blocks.at(-1)!;

  private without = (lag: number): readonly Block[] =>
    lag === 0 ? this.blocks : this.blocks.slice(0, Math.max(1, this.blocks.length - lag));

  /** The blocks that the index knows. */
  private indexed = (): readonly Block[] => this.without(this.lag);

  /** The blocks that the node knows. */
  private visible = (): readonly Block[] => this.without(this.nodeLag);

  /** The blocks up to the tip; an error if the tip is on another fork. */
  private upTo(at: ChainTip): Result<readonly Block[], ChainUnreachable> {
    const known = this.visible();
    const position = known.findIndex((block) => tipOf(block).id === at.id);
    if (position === -1) return err({ kind: 'chain-unreachable', reason: 'the block is unknown' });
    return ok(known.slice(0, position + 1));
  }

  private paidIn(blocks: readonly Block[]): OrderUuid[] {
    const mined = blocks.flatMap((block) => block.mined.filter(({ success }) => success));
    return mined.map(({ txid }) => this.contents.get(txid)!.uuid).filter((uuid) => uuid !== undefined);
  }

  private nonceAfter(account: Address, blocks: readonly Block[]): bigint {
    const contents = blocks.flatMap(({ mined }) => mined.map(({ txid }) => this.contents.get(txid)!));
    const nonces = contents.filter(({ sender }) => sender === account).map(({ nonce }) => nonce);
    return nonces.reduce((highest, nonce) => (nonce > highest ? nonce : highest), -1n) + 1n;
  }

  private addBlock(mined: Block['mined']): void {
    const height = this.newest().height + 1;
    this.clock += 10;
    for (const { txid } of mined) {
      const content = this.contents.get(txid)!;
      const place = placeOf(content);
      this.used.set(place, (this.used.get(place) ?? new Set()).add(content.uuid ?? null));
    }
    this.blocks.push({ height, time: 1_795_000_000 + this.clock, mined });
    this.highest = Math.max(this.highest, height);
  }

  private unlessCut<T>(call: ReadCall, read: () => T): Result<T, ChainUnreachable> {
    return this.cut.has(call) ? err({ kind: 'chain-unreachable', reason: `${call} is cut` }) : ok(read());
  }

  private makeSigner(sender: Address): SwapSigner {
    const stub = stubSigner({ address: sender });
    const note = <T extends { readonly txid: Txid }>(signed: T, content: Omit<Content, 'sender'>): T => {
      this.contents.set(signed.txid, { ...content, sender });
      return signed;
    };
    return {
      ...stub,
      sign: async (plan, account) => {
        const signed = await stub.sign(plan, account);
        return signed.ok ? ok(note(signed.value, { ...account, uuid: plan.terms.uuid })) : signed;
      },
      signAgain: async (raw, feeUstx) => {
        const signed = await stub.signAgain(raw, feeUstx);
        const { uuid } = this.contents.get(raw.slice(16) as Txid)!;
        return note(signed, { nonce: nonceOf(raw), feeUstx, ...(uuid !== undefined && { uuid }) });
      },
      signNoOp: async (account) => note(await stub.signNoOp(account), account),
    };
  }
}
