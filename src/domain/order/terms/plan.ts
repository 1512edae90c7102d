import type { Address } from '../../shared/address.js';
import type { ContractId } from '../../shared/contract-id.js';
import { defined } from '../../shared/fields.js';
import { isPast, ORDER_STATUSES, type Order, type OrderStatus, type OrderTerms } from '../order.js';
import { planKindOf, type PlanKind } from './names.js';

/** Amounts that a plan pays and receives between two tokens. Smallest units; sums may exceed the range of a single amount. */
export interface PlanAmounts {
  readonly inputToken: ContractId;
  readonly outputToken: ContractId;
  /** The inputs of all its orders, whatever became of them. */
  readonly amountIn: bigint;
  /** Amount that its confirmed orders paid, excluding orders that another exchange ran, whose amounts are unknown. */
  readonly executedAmountIn: bigint;
  readonly executedAmountOut: bigint;
}

/** Time at which an order of a plan may first run, and its position. */
export interface PlannedRun {
  readonly position?: number;
  /** Absent for an order that may run at once. */
  readonly validFrom?: Date;
}

/** Summary of one owner's orders with the same strategyId. */
export interface Plan {
  readonly owner: Address;
  readonly strategyId: string;
  /** From its oldest order, like the next field. */
  readonly kind: PlanKind;
  readonly strategyType?: string;
  /** The strategySize of its oldest order, or else the number of its orders. */
  readonly size: number;
  readonly counts: Readonly<Record<OrderStatus, number>>;
  /** One for each pair of tokens, sorted by input, then output. */
  readonly amounts: readonly PlanAmounts[];
  /** The open order that may run first, ties by position; absent if none is open. */
  readonly next?: PlannedRun;
}

/** A part of a plan: the orders in one status between two tokens. */
export interface PlanPart extends PlanAmounts {
  readonly status: OrderStatus;
  readonly orders: number;
  /** The earliest run of these orders. */
  readonly first: PlannedRun;
}

/** The terms of a plan's oldest order that name the plan. */
export type PlanHead = Pick<OrderTerms, 'owner' | 'strategy' | 'metadata' | 'after'>;

/** The plan made up of the parts. */
export function planOf(oldest: PlanHead, parts: readonly PlanPart[]): Plan {
  const { strategyId = '', strategyType, strategySize } = oldest.strategy;
  const inStatus = (status: OrderStatus) => parts.filter((part) => part.status === status);
  const count = (some: readonly PlanPart[]) => some.reduce((sum, { orders }) => sum + orders, 0);
  const counts = ORDER_STATUSES.map((status) => [status, count(inStatus(status))] as const);
  const [next] = inStatus('open')
    .map(({ first }) => first)
    .sort(inTurn);
  return {
    owner: oldest.owner,
    strategyId,
    kind: planKindOf(oldest),
    size: strategySize ?? count(parts),
    counts: Object.fromEntries(counts) as Plan['counts'],
    amounts: addedUp(parts),
    ...defined({ strategyType, next }),
  };
}

/** One part for each order. */
export function planPart(order: Order): PlanPart {
  const { inputToken, outputToken, amountIn, validFrom, strategy } = order.terms;
  const { executedAmountIn = 0n, executedAmountOut = 0n } =
    order.status === 'confirmed' && !isPast(order) ? order : {};
  return {
    ...{ inputToken, outputToken, amountIn, executedAmountIn, executedAmountOut },
    status: order.status,
    orders: 1,
    first: defined({ position: strategy.strategyPosition, validFrom }),
  };
}

/** Compares runs: those without a time come first, then the earliest; ties go by position, again with those without one first. */
export const inTurn = (a: PlannedRun, b: PlannedRun): number =>
  (a.validFrom?.getTime() ?? 0) - (b.validFrom?.getTime() ?? 0) || (a.position ?? 0) - (b.position ?? 0);

function addedUp(parts: readonly PlanPart[]): readonly PlanAmounts[] {
  const sums = new Map<string, PlanAmounts>();
  for (const { inputToken, outputToken, ...part } of parts) {
    const pair = `${inputToken} ${outputToken}`;
    const sum = sums.get(pair);
    const add = (name: 'amountIn' | 'executedAmountIn' | 'executedAmountOut') =>
      (sum?.[name] ?? 0n) + part[name];
    sums.set(pair, {
      inputToken,
      outputToken,
      amountIn: add('amountIn'),
      executedAmountIn: add('executedAmountIn'),
      executedAmountOut: add('executedAmountOut'),
    });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}
