import { parseLabel } from '../../domain/order/terms/draft-fields.js';
import type { Order } from '../../domain/order/order.js';
import type { Plan } from '../../domain/order/terms/plan.js';
import type { Address } from '../../domain/shared/address.js';
import { anyText, checkArgument, count, type Checks } from '../../domain/shared/option-checks.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { CallersReads, PlanPage, PlanQuery } from '../../ports/index.js';
import { parseOwner, type InvalidOwner, type ScopePorts } from './read-orders.js';

/** Maximum number of orders returned with a plan. */
export const ORDERS_OF_PLAN = 50;

/** Maximum number of plans on a page. */
const MOST_PLANS = 1_000;

/** The owner has no order with this strategyId. */
export interface StrategyNotFound {
  readonly kind: 'strategy-not-found';
  /** Id of the plan as the caller wrote it, not validated. */
  readonly strategyId: string;
  readonly owner: Address;
}

/** A plan with its oldest orders. */
export interface PlanWithOrders {
  readonly plan: Plan;
  /** The oldest orders, ORDERS_OF_PLAN at most. */
  readonly orders: readonly Order[];
}

/** Selects one page of an owner's plans. */
export interface ListPlansInput extends Omit<PlanQuery, 'owner' | 'limit'> {
  readonly owner: string;
  /** Number of plans on the page, 1 to 1,000. */
  readonly limit: number;
}

const PAGE: Checks<keyof Required<ListPlansInput>> = {
  owner: anyText,
  after: anyText,
  limit: count(1, MOST_PLANS),
};

/** Makes the reads of plans. Each read names the owner, because plans of different owners can have the same id. */
export const makeReadPlans = (ports: ScopePorts & Pick<CallersReads, 'orders' | 'plans'>) => {
  const { orders, plans } = ports;
  return {
    /**
     * Lists the owner's plans, sorted by strategyId.
     *
     * @throws RangeError that names every unknown or out-of-range option.
     */
    list: async (input: ListPlansInput): Promise<Result<PlanPage, InvalidOwner>> => {
      checkArgument('the options of the list', input, PAGE, ['limit']);
      const { owner: raw, ...page } = input;
      const owner = parseOwner(raw, ports);
      return owner.ok ? ok(await plans.list({ ...page, owner: owner.value })) : owner;
    },
    /** Finds one of the owner's plans. Accepts any text as its id. */
    get: async (
      raw: string,
      strategyId: string,
    ): Promise<Result<PlanWithOrders, InvalidOwner | StrategyNotFound>> => {
      const owner = parseOwner(raw, ports);
      if (!owner.ok) return owner;
      const scope = { owner: owner.value, strategyId };
      // No plan has an id that is not a label. Such an id may contain NUL, which PostgreSQL does not accept.
      const isLabel = parseLabel(strategyId).ok;
      const plan = isLabel ? await plans.find(scope.owner, strategyId) : undefined;
      if (plan === undefined) return err({ kind: 'strategy-not-found', ...scope });
      const oldest = { sortBy: 'createdAt', sortOrder: 'asc', offset: 0, limit: ORDERS_OF_PLAN } as const;
      const page = await orders.listPage({ ...scope, ...oldest });
      return ok({ plan, orders: page.orders });
    },
  } as const;
};
