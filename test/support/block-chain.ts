import type { TransactionStatus } from '../../src/domain/order/lifecycle/settlement.js';
import type { OrderUuid, RawTransaction, Txid } from '../../src/domain/order/ids.js';
import type { BlockRef } from '../../src/domain/order/swap-transaction.js';
import type { Address } from '../../src/domain/shared/address.js';
import { err, ok, type Result } from '../../src/domain/shared/result.js';
import { toUnits, type Units } from '../../src/domain/shared/units.js';
import type {
  AccountNonces,
  BroadcastOutcome,
  ChainNode,
  ChainTip,
  ChainUnreachable,
  SignedSwap,
  SpentOrders,
  SwapPlan,
  SwapSigner,
} from '../../src/ports/index.js';
import { AN_OPERATOR } from './builders.js';
import { stubSigner } from './core-harness.js';
import { nonceOf, rawOf } from './stub-chain.js';

/** A transaction as decoded from its bytes. */
interface Content {
  readonly sender: Address;
  readonly nonce: bigint;
  readonly feeUstx: Units;
  readonly raw: RawTransaction;
  /** Swap that the transaction makes; absent in a no-op transaction. */
  readonly plan?: SwapPlan;
}

/** Outcome of a swap: the amount that it paid, or the reason why the contracts aborted it. */
export type Executed = { readonly amountOut: Units } | { readonly reason: string };

type Mined = Executed & { readonly txid: Txid };

export interface Block {
  readonly height: number;
  readonly time: number;
  readonly mined: readonly Mined[];
}

/** Swap that paid its order, in the block at the height. */
export interface Payment {
  readonly uuid: OrderUuid;
  readonly txid: Txid;
  readonly amountOut: Units;
  readonly height: number;
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
  /** Orders of the transactions that were mined although their order's signature was already spent: orders sent twice. */
  readonly doubled: OrderUuid[] = [];
  protected readonly contents = new Map<Txid, Content>();
  private readonly mempool = new Map<string, Txid>();
  private readonly dropped = new Set<Txid>();
  /** Every transaction that has ever reached a node. Some node may still have it. */
  private readonly seen = new Set<Txid>();
  /** By place, the orders whose transactions used it in any block ever mined; `null` for a no-op transaction. */
  private readonly used = new Map<string, Set<OrderUuid | null>>();
  protected blocks: Block[] = [{ height: 100, time: 1_795_000_000, mined: [] }];
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
    const mined: Mined[] = [];
    const spent = new Set(this.succeeded());
    for (const { address: sender } of this.signers.filter((signer) => !except.includes(signer.address))) {
      for (let nonce = this.nonceAfter(sender, this.blocks); ; nonce += 1n) {
        const txid = this.mempool.get(placeOf({ sender, nonce }));
        if (txid === undefined) break;
        this.mempool.delete(placeOf({ sender, nonce }));
        const { plan } = this.contents.get(txid)!;
        mined.push({ txid, ...(plan === undefined ? { amountOut: toUnits(0n) } : this.spend(plan, spent)) });
      }
    }
    this.addBlock(mined);
  }

  private spend(plan: SwapPlan, spent: Set<OrderUuid>): Executed {
    const { uuid } = plan.terms;
    if (spent.has(uuid)) {
      this.doubled.push(uuid);
      return { reason: 'abort_by_response' };
    }
    const executed = this.execute(plan);
    if ('amountOut' in executed) spent.add(uuid);
    return executed;
  }

  /** Executes a swap whose order is unspent. */
  protected execute(_plan: SwapPlan): Executed {
    return { amountOut: toUnits(1_000n) };
  }

  /** Mines a transaction of another program with the same key, which uses the next nonce of an account. */
  mineForeign(n: number): void {
    const sender = this.signers[n % this.signers.length]!.address;
    const nonce = this.nonceAfter(sender, this.blocks);
    const pushedOut = this.mempool.get(placeOf({ sender, nonce }));
    if (pushedOut !== undefined) this.drop(pushedOut);
    const txid = `f0${n.toString(16).padStart(62, '0')}` as Txid;
    this.contents.set(txid, { sender, nonce, feeUstx: toUnits(1n), raw: rawOf(nonce, txid) });
    this.addBlock([{ txid, amountOut: toUnits(0n) }]);
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
      const isOwn = [...users].every((user) => user === content.plan?.terms.uuid);
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
    return this.payments().map(({ uuid }) => uuid);
  }

  payments(blocks: readonly Block[] = this.blocks): Payment[] {
    return blocks.flatMap(({ height, mined }) =>
      mined.flatMap((each) => {
        const uuid = this.contents.get(each.txid)!.plan?.terms.uuid;
        return uuid === undefined || 'reason' in each ? [] : [{ uuid, height, ...each }];
      }),
    );
  }

  /** The orders with a pending transaction. */
  waiting(): OrderUuid[] {
    return this.pending()
      .map((txid) => this.contents.get(txid)!.plan?.terms.uuid)
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
    return blocks.ok ? ok(this.payments(blocks.value).some((paid) => paid.uuid === uuid)) : blocks;
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
      const { feeUstx } = this.contents.get(txid)!;
      return 'reason' in found
        ? { kind: 'aborted', reason: found.reason, feeUstx, ...block }
        : { kind: 'success', amountOut: found.amountOut, feeUstx, ...block };
    }
    if (this.pending().includes(txid)) return { kind: 'pending' };
    return this.dropped.has(txid)
      ? { kind: 'dropped', reason: 'dropped_replace_by_fee' }
      : { kind: 'unseen' };
  }

  protected newest = (): Block => this.blocks.at(-1)!;

  private without = (lag: number): readonly Block[] =>
    lag === 0 ? this.blocks : this.blocks.slice(0, Math.max(1, this.blocks.length - lag));

  /** The blocks that the index knows. */
  protected indexed = (): readonly Block[] => this.without(this.lag);

  /** The blocks that the node knows. */
  protected visible = (): readonly Block[] => this.without(this.nodeLag);

  /** The blocks up to the tip; an error if the tip is on another fork. */
  protected upTo(at: ChainTip): Result<readonly Block[], ChainUnreachable> {
    const known = this.visible();
    const position = known.findIndex((block) => tipOf(block).id === at.id);
    if (position === -1) return err({ kind: 'chain-unreachable', reason: 'the block is unknown' });
    return ok(known.slice(0, position + 1));
  }

  private nonceAfter(account: Address, blocks: readonly Block[]): bigint {
    const contents = blocks.flatMap(({ mined }) => mined.map(({ txid }) => this.contents.get(txid)!));
    const nonces = contents.filter(({ sender }) => sender === account).map(({ nonce }) => nonce);
    return nonces.reduce((highest, nonce) => (nonce > highest ? nonce : highest), -1n) + 1n;
  }

  protected addBlock(mined: readonly Mined[]): void {
    const height = this.newest().height + 1;
    this.clock += 10;
    for (const { txid } of mined) {
      const content = this.contents.get(txid)!;
      const place = placeOf(content);
      this.used.set(place, (this.used.get(place) ?? new Set()).add(content.plan?.terms.uuid ?? null));
    }
    this.blocks.push({ height, time: 1_795_000_000 + this.clock, mined });
    this.highest = Math.max(this.highest, height);
  }

  protected unlessCut<T>(call: ReadCall, read: () => T): Result<T, ChainUnreachable> {
    return this.cut.has(call) ? err({ kind: 'chain-unreachable', reason: `${call} is cut` }) : ok(read());
  }

  private makeSigner(sender: Address): SwapSigner {
    const stub = stubSigner({ address: sender });
    const note = (signed: SignedSwap, content: Omit<Content, 'sender' | 'raw'>): SignedSwap => {
      this.contents.set(signed.txid, { ...content, sender, raw: signed.raw });
      return signed;
    };
    return {
      ...stub,
      sign: async (plan, account) => {
        const signed = await stub.sign(plan, account);
        return signed.ok ? ok(note(signed.value, { ...account, plan })) : signed;
      },
      signAgain: async (raw, feeUstx) => {
        const signed = await stub.signAgain(raw, feeUstx);
        const { plan } = this.contents.get(raw.slice(16) as Txid)!;
        return note(signed, { nonce: nonceOf(raw), feeUstx, ...(plan !== undefined && { plan }) });
      },
      signNoOp: async (account) => note(await stub.signNoOp(account), account),
    };
  }
}
