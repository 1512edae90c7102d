import { leastPaid } from '../../src/adapters/stacks/swap/post-conditions.js';
import type { Txid } from '../../src/domain/order/ids.js';
import type { Address } from '../../src/domain/shared/address.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';
import { ok, type Result } from '../../src/domain/shared/result.js';
import { toUnits, type Units } from '../../src/domain/shared/units.js';
import type { ChainTip, ChainUnreachable, SentSwap, SwapPlan } from '../../src/ports/index.js';
import { BlockChain, type Block, type Executed } from '../support/block-chain.js';
import { WELSH_SUBNET } from '../support/core-harness.js';

/** Token that each order sells, always in the same amount, except the entries of brackets, which buy it. Wallets never lack what these sell. */
const SOLD = WELSH_SUBNET;
const ORDER_AMOUNT = 1_000_000n;
/** Orders that a wallet can pay at first. */
const FIRST_HELD = 8;

interface Move {
  readonly owner: Address;
  readonly amount: bigint;
}

/** A chain whose contracts look at wallets' balances and at the post-conditions of swaps. */
export class Exchange extends BlockChain {
  private readonly moves = new WeakMap<Block, readonly Move[]>();
  private building: Move[] = [];
  private readonly wishes = new Map<Address, number>();
  /** Largest balance of an owner, in smallest units, in any fork's block at a height. */
  private readonly most = new Map<string, bigint>();

  constructor(
    accounts: readonly Address[],
    private readonly wallets: readonly Address[],
    private readonly amountOut: (plan: SwapPlan) => bigint,
  ) {
    super(accounts);
    this.noteHeld();
  }

  /** Lets the owner move tokens in the next block, and so hold the input of this many orders. */
  leave(owner: Address, orders: number): void {
    this.wishes.set(owner, orders);
  }

  override mine(options?: Parameters<BlockChain['mine']>[0]): void {
    for (const [owner, orders] of this.wishes)
      this.building.push({ owner, amount: BigInt(orders) * ORDER_AMOUNT - this.held(owner) });
    this.wishes.clear();
    super.mine(options);
  }

  /** Plan for which a swap's transaction was signed. */
  planOf(txid: Txid): SwapPlan | undefined {
    return this.contents.get(txid)?.plan;
  }

  /** Smallest units that swaps have taken from the owner up to the newest block. */
  spent(owner: Address): bigint {
    const own = this.blocks.flatMap(({ mined }) => mined.filter((each) => 'amountOut' in each));
    const plans = own.flatMap(({ txid }) => this.planOf(txid) ?? []);
    const isSold = ({ terms }: SwapPlan) => terms.owner === owner && terms.inputToken === SOLD;
    return plans.reduce((sum, plan) => (isSold(plan) ? sum + plan.terms.amountIn : sum), 0n);
  }

  mostHeld(owner: Address, height: number): bigint {
    return this.most.get(`${owner} ${height}`) ?? 0n;
  }

  async balanceOf(
    token: ContractId,
    owner: Address,
    at?: ChainTip,
  ): Promise<Result<Units | undefined, ChainUnreachable>> {
    const blocks = at === undefined ? ok(this.visible()) : this.upTo(at);
    if (!blocks.ok) return blocks;
    return ok(token === SOLD ? toUnits(this.held(owner, blocks.value)) : undefined);
  }

  /** The account's transactions in the mempool, with their nonces. */
  pendingOf(account: Address): { readonly nonces: readonly bigint[]; readonly swaps: readonly SentSwap[] } {
    const own = this.ownOf(account, this.pending());
    return { nonces: own.map((txid) => this.contents.get(txid)!.nonce), swaps: this.sentOf(own) };
  }

  /** The account's mined swaps, newest first. */
  minedOf(account: Address): readonly SentSwap[] {
    const mined = this.indexed().flatMap((block) => block.mined.map(({ txid }) => txid));
    return this.sentOf(this.ownOf(account, mined.reverse()));
  }

  protected override execute(plan: SwapPlan): Executed {
    const { owner, inputToken, outputToken, amountIn } = plan.terms;
    const sold = inputToken === SOLD ? amountIn : 0n;
    if (this.held(owner) < sold) return { reason: 'abort_by_response' };
    const amountOut = this.amountOut(plan);
    if (amountOut < leastPaid(plan)) return { reason: 'abort_by_post_condition' };
    this.building.push({ owner, amount: (outputToken === SOLD ? amountOut : 0n) - sold });
    return { amountOut: toUnits(amountOut) };
  }

  protected override addBlock(mined: Block['mined']): void {
    super.addBlock(mined);
    this.moves.set(this.newest(), this.building);
    this.building = [];
    this.noteHeld();
  }

  private noteHeld(): void {
    const { height } = this.newest();
    for (const owner of this.wallets) {
      const place = `${owner} ${height}`;
      const [held, before] = [this.held(owner), this.most.get(place) ?? 0n];
      this.most.set(place, held > before ? held : before);
    }
  }

  private held(owner: Address, blocks: readonly Block[] = this.blocks): bigint {
    const moves = [...blocks.flatMap((block) => this.moves.get(block) ?? []), ...this.building];
    return moves.reduce(
      (sum, move) => (move.owner === owner ? sum + move.amount : sum),
      BigInt(FIRST_HELD) * ORDER_AMOUNT,
    );
  }

  private ownOf(account: Address, txids: readonly Txid[]): readonly Txid[] {
    return txids.filter((txid) => this.contents.get(txid)!.sender === account);
  }

  private sentOf(txids: readonly Txid[]): readonly SentSwap[] {
    return txids.flatMap((txid) => {
      const { sender, nonce, feeUstx, raw, plan } = this.contents.get(txid)!;
      if (plan === undefined) return [];
      const { router, uuid, inputToken, amountIn, signature, outputToken, recipient } = plan.terms;
      const vaults = plan.route.hops.map(({ vault }) => vault.contractId);
      const terms = { router, uuid, inputToken, amountIn, signature, outputToken, recipient };
      return [{ txid, sender, nonce, feeUstx, raw, vaults, ...terms }];
    });
  }
}
