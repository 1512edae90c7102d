import type { ContractId } from '../../shared/contract-id.js';
import { defined } from '../../shared/fields.js';
import type { OrderTerms } from '../order.js';

/** Every kind of plan. `batch`: orders that share a strategyId and nothing else. */
export const PLAN_KINDS = ['bracket', 'oco', 'recurring', 'twap', 'batch'] as const;
/** Kind of a plan, derived from the terms of its orders. */
export type PlanKind = (typeof PLAN_KINDS)[number];

/** Kinds of orders that are no part of a plan with a kind of its own. */
const LONE_KINDS = ['market', 'limit', 'stop', 'trailing-stop', 'conditional', 'manual'] as const;

/** Every kind of order. */
export const ORDER_KINDS = [...LONE_KINDS, 'bracket', 'oco', 'recurring', 'twap'] as const;
/** Kind of an order: that of its plan or, if the plan has none, that of its own trigger. */
export type OrderKind = (typeof ORDER_KINDS)[number];

/** Every role of an order in its plan. */
export const ORDER_ROLES = ['entry', 'stop', 'target', 'slice'] as const;
/** Role of an order in a plan with a kind of its own. */
export type OrderRole = (typeof ORDER_ROLES)[number];

/** Names of an order, which no client has to guess. */
export interface OrderNames {
  readonly kind: OrderKind;
  readonly role?: OrderRole;
}

/** Labels of `strategyType`, which the signing library writes and owners sign, with the kind of plan that each one names. */
const SLICED: Readonly<Record<string, 'recurring' | 'twap'>> = { dca: 'recurring', twap: 'twap' };

/** `strategyType` of the parts of a split, which are sent one after the other. */
export const SPLIT = 'split';

/** `strategyType` of an entry, by which everyone knows that exits come after it. */
export const BRACKET = 'bracket';

/** The terms that name a plan. */
type PlanTerms = Pick<OrderTerms, 'strategy' | 'metadata' | 'after'>;
type NamedTerms = PlanTerms & Pick<OrderTerms, 'trigger' | 'inputToken' | 'outputToken' | 'minAmountOut'>;

/** Kind of the plan that the order belongs to, from its terms alone. */
export function planKindOf({ strategy, metadata, after }: PlanTerms): PlanKind {
  const { strategyId, strategyType = '' } = strategy;
  if (strategyId === undefined) return 'batch';
  if (after !== undefined) return 'bracket';
  if (metadata?.oco === true) return 'oco';
  if (strategyType === BRACKET) return 'bracket';
  return Object.hasOwn(SLICED, strategyType) ? SLICED[strategyType]! : 'batch';
}

/** Whether exits may come after the order. */
export const isEntry = (terms: PlanTerms): boolean =>
  terms.after === undefined && planKindOf(terms) === 'bracket';

/**
 * Kind and role of an order.
 *
 * @param baseOf returns the token that a subnet copy holds 1:1, since triggers name that one; undefined for other tokens.
 * @example namesOf(terms, (id) => tokens.listed(id)?.base); // { kind: 'oco', role: 'stop' }
 */
export function namesOf(
  terms: NamedTerms,
  baseOf: (token: ContractId) => ContractId | undefined,
): OrderNames {
  const kind = planKindOf(terms);
  const side = sideOf(terms, baseOf);
  switch (kind) {
    case 'recurring':
    case 'twap':
      return { kind, role: 'slice' };
    case 'bracket':
      return { kind, ...defined({ role: isEntry(terms) ? ('entry' as const) : side }) };
    case 'oco':
      return { kind, ...defined({ role: side }) };
    case 'batch':
      return { kind: loneKind(terms, side) };
  }
}

function loneKind({ trigger, minAmountOut }: NamedTerms, side: 'stop' | 'target' | undefined): OrderKind {
  if (trigger === undefined) return 'manual';
  if (trigger.kind === 'trail') return 'trailing-stop';
  if (trigger.kind === 'window') return (minAmountOut ?? 0n) > 0n ? 'limit' : 'market';
  if (side === undefined) return 'conditional';
  return side === 'stop' ? 'stop' : 'limit';
}

/**
 * Whether the order is sent at a price that is worse for its owner than those before it (`stop`), or better (`target`). Undefined if
 * no price of one of its two tokens triggers it.
 */
function sideOf(
  { trigger, inputToken, outputToken }: NamedTerms,
  baseOf: (token: ContractId) => ContractId | undefined,
): 'stop' | 'target' | undefined {
  if (trigger === undefined || trigger.kind === 'window') return undefined;
  const isOf = (token: ContractId) =>
    trigger.conditionToken === token || trigger.conditionToken === baseOf(token);
  const worse = isOf(inputToken) ? 'lt' : isOf(outputToken) ? 'gt' : undefined;
  if (worse === undefined) return undefined;
  return trigger.direction === worse ? 'stop' : 'target';
}
