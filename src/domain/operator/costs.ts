import type { OrderHandle, Txid } from '../order/ids.js';
import type { OrderStatus } from '../order/order.js';
import type { SwapTransaction } from '../order/swap-transaction.js';
import type { Address } from '../shared/address.js';
import { nanoUsd, NO_USD, worthOf, type NanoUsd } from '../wallet/nano-usd.js';

/** Order for which a transaction was sent. */
export interface PaidOrder {
  readonly handle: OrderHandle;
  readonly owner: Address;
  readonly integrator?: string;
  readonly status: OrderStatus;
  /** Transaction to which the order refers. */
  readonly txid?: Txid;
}

/** A transaction of an operator account, with the order for which it was sent; without one if the order is not stored. */
export interface SentTransaction extends Pick<
  SwapTransaction,
  'txid' | 'purpose' | 'sender' | 'feeUstx' | 'storedAt' | 'state' | 'block'
> {
  readonly order?: PaidOrder;
}

/**
 * Result of a transaction. `confirmed`: it paid its order. `aborted`: it was mined and paid nothing. `no-op`: it was mined to use its
 * nonce. `never-mined`: another transaction has its nonce, or it was dropped. `pending`: it may still be mined.
 */
export type CostOutcome = (typeof COST_OUTCOMES)[number];
export const COST_OUTCOMES = ['confirmed', 'aborted', 'no-op', 'never-mined', 'pending'] as const;

/** A transaction, and its cost to the operator. */
export interface TransactionCost extends SentTransaction {
  readonly outcome: CostOutcome;
  /** Fee paid, in microSTX: 0 unless it was mined. */
  readonly costUstx: bigint;
  /** Dollars for one STX at the time of its block; absent without a recorded price, or a block. */
  readonly stxUsd?: number;
  /** The cost in dollars; absent without that price. */
  readonly costUsd?: NanoUsd;
}

export function outcomeOf({ txid, purpose, state, order }: SentTransaction): CostOutcome {
  if (state === 'dead') return 'never-mined';
  if (state !== 'included' && state !== 'final') return 'pending';
  if (purpose === 'fill') return 'no-op';
  return order?.status === 'confirmed' && order.txid === txid ? 'confirmed' : 'aborted';
}

export const STX_DECIMALS = 6;

/** The cost of a transaction. @param stxUsdAt dollars for one STX at a time in Unix seconds; undefined if none was recorded. */
export function costOf(
  sent: SentTransaction,
  stxUsdAt: (time: number) => number | undefined,
): TransactionCost {
  const isMined = sent.state === 'included' || sent.state === 'final';
  const costUstx = isMined ? sent.feeUstx : 0n;
  const stxUsd = isMined && sent.block !== undefined ? stxUsdAt(sent.block.blockTime) : undefined;
  return {
    ...sent,
    outcome: outcomeOf(sent),
    costUstx,
    ...(stxUsd !== undefined && { stxUsd, costUsd: worthOf(costUstx, STX_DECIMALS, stxUsd) }),
  };
}

/** Sum of what transactions have cost. */
export interface CostSum {
  /** Number of transactions by outcome. */
  readonly outcomes: Readonly<Record<CostOutcome, number>>;
  readonly costUstx: bigint;
  /** Dollars of the part with a recorded price. */
  readonly costUsd: NanoUsd;
  /** The part without a recorded price, which costUsd lacks. */
  readonly unpricedUstx: bigint;
}

export const NO_COST: CostSum = {
  outcomes: { confirmed: 0, aborted: 0, 'no-op': 0, 'never-mined': 0, pending: 0 },
  costUstx: 0n,
  costUsd: NO_USD,
  unpricedUstx: 0n,
};

const plus = (sum: CostSum, { outcome, costUstx, costUsd }: TransactionCost): CostSum => ({
  outcomes: { ...sum.outcomes, [outcome]: sum.outcomes[outcome] + 1 },
  costUstx: sum.costUstx + costUstx,
  costUsd: nanoUsd(sum.costUsd + (costUsd ?? 0n)),
  unpricedUstx: sum.unpricedUstx + (costUsd === undefined ? costUstx : 0n),
});

/** Properties by which costs are added up. */
export const COST_GROUPS = ['day', 'account', 'owner', 'integrator'] as const;
export type CostGroupBy = (typeof COST_GROUPS)[number];

/** Name of the group of what belongs to no owner or integrator. */
const NONE = '';

const KEYS: Readonly<Record<CostGroupBy, (cost: TransactionCost) => string>> = {
  day: ({ storedAt }) => storedAt.toISOString().slice(0, 10),
  account: ({ sender }) => sender,
  owner: ({ order }) => order?.owner ?? NONE,
  integrator: ({ order }) => order?.integrator ?? NONE,
};

/** Sum of one group. */
export interface CostGroup extends CostSum {
  /** The UTC day, account, owner or integrator; empty for transactions without an owner or integrator. */
  readonly key: string;
}

/** Adds costs up one by one, so that none has to be kept. */
export class CostLedger {
  private readonly groups = new Map<string, CostSum>();
  total = NO_COST;

  constructor(private readonly by: CostGroupBy) {}

  add(cost: TransactionCost): void {
    const key = KEYS[this.by](cost);
    this.total = plus(this.total, cost);
    this.groups.set(key, plus(this.groups.get(key) ?? NO_COST, cost));
  }

  /** The groups: days in their order, others by their cost, the highest first. */
  sums(): readonly CostGroup[] {
    const inOrder = (a: CostGroup, b: CostGroup) =>
      this.by === 'day' || a.costUstx === b.costUstx
        ? a.key < b.key
          ? -1
          : 1
        : a.costUstx < b.costUstx
          ? 1
          : -1;
    return [...this.groups].map(([key, sum]) => ({ key, ...sum })).sort(inOrder);
  }
}
