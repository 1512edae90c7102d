import type { Plan } from '../domain/order/terms/plan.js';
import type { Address } from '../domain/shared/address.js';
import type { ReadsAny } from './reads-from.js';

/** Selects one page of an owner's plans. */
export interface PlanQuery {
  readonly owner: Address;
  /** Only plans whose strategyId sorts after this one, byte by byte in UTF-8. */
  readonly after?: string;
  readonly limit: number;
}

/** One page of plans. */
export interface PlanPage {
  readonly plans: readonly Plan[];
  /** The strategyId of the last of these plans, if more follow. */
  readonly next?: string;
}

/** Adds up the stored orders of plans, with the same result as `planOf` for the `planPart` of each order. */
export interface PlanReader extends ReadsAny {
  /** The owner's plan; undefined if no order of the owner has this strategyId. */
  find(owner: Address, strategyId: string): Promise<Plan | undefined>;
  /** The owner's plans sorted by strategyId. Orders with an empty strategyId belong to none. */
  list(query: PlanQuery): Promise<PlanPage>;
}
