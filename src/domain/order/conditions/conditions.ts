import type { ContractId } from '../../shared/contract-id.js';
import type { Field, Fields } from '../../shared/fields.js';
import { err } from '../../shared/result.js';
import type { Confirmation } from './guards.js';
import type { Mark } from './marks.js';
import type { PriceOf } from './price-ratio.js';
import { parseComparison, PRICE, type PriceCondition, type PriceUnmet } from './price.js';
import {
  type ConditionFields,
  type ConditionRules,
  type Reach,
  type StoredCondition,
  type TriggerLevel,
  type TriggerPair,
} from './rules.js';
import { placeOf, stopOf, TRAIL, type TrailCondition, type TrailPlace, type TrailUnmet } from './trail.js';
import { WINDOW, type WindowCondition } from './window.js';

/** Every kind of condition, with the reason why it may be unmet. To add a kind, add it here and to `RULES`. */
interface Kinds {
  readonly price: { readonly condition: PriceCondition; readonly unmet: PriceUnmet };
  readonly trail: { readonly condition: TrailCondition; readonly unmet: TrailUnmet };
  readonly window: { readonly condition: WindowCondition; readonly unmet: never };
}

type Kind = keyof Kinds;
type ConditionOf<K extends Kind> = { [P in K]: Kinds[P]['condition'] & { readonly kind: P } }[K];

/** Condition under which an order is sent without its owner. */
export type Condition = Kinds[Kind]['condition'];

/** Reason why a condition is unmet. */
export type Unmet = Kinds[Kind]['unmet'];

const RULES: { readonly [K in Kind]: ConditionRules<ConditionOf<K>, Kinds[K]['unmet']> } = {
  price: PRICE,
  trail: TRAIL,
  window: WINDOW,
};

export const CONDITION_KINDS = Object.keys(RULES) as readonly Kind[];

/** Returns the kind of a pair with this token, or of a condition that has no `trail`; undefined if there is none. */
export const kindOf = (conditionToken: unknown): Kind | undefined =>
  typeof conditionToken === 'string'
    ? CONDITION_KINDS.find((kind) => RULES[kind].owns(conditionToken))
    : undefined;

/** Parses the condition of an order and reports bad fields; undefined if the order has no condition, or a bad one. */
export function parseCondition(
  fields: Fields,
  contract: (raw: unknown) => Field<ContractId>,
): Condition | undefined {
  const kind = fields.has('trail') ? 'trail' : kindOf(fields.raw('conditionToken'));
  if (kind !== 'trail' && fields.has('activationPrice')) fields.problem('activationPrice', 'needs trail');
  if (kind !== undefined) return RULES[kind].parse(fields, contract);
  parseComparison(fields, (raw) => refused(contract(raw)), contract);
  return undefined;
}

const refused = (field: Field<ContractId>): Field<never> =>
  field.ok ? err({ reason: 'is of no kind of condition' }) : field;

/**
 * Restores a stored condition.
 *
 * @throws Error if its token is of no kind, which this program never stores.
 */
export function restoreCondition(stored: StoredCondition): Condition {
  const conditionToken = stored.text('conditionToken');
  const kind = stored.has('trail') ? 'trail' : kindOf(conditionToken);
  if (kind === undefined) throw new Error(`conditionToken ${conditionToken} is of no kind of condition`);
  return RULES[kind].restore(stored);
}

/** The fields as the owner sent them; an absent baseAsset is USD. */
export const conditionFields = <K extends Kind>(condition: ConditionOf<K>): ConditionFields =>
  RULES[condition.kind].fieldsOf(condition);

/** Returns the reason why the condition is unmet at these prices; undefined if it is met. */
export const unmetBy = <K extends Kind>(condition: ConditionOf<K>, priceOf: PriceOf): Unmet | undefined =>
  RULES[condition.kind].unmet(condition, priceOf);

/** The condition as it is with the order's mark: a trailing one becomes that on the price of its stop, once the stop counts. */
export const settledAt = (condition: Condition, mark: Mark | undefined): Condition =>
  condition.kind === 'trail' ? (stopOf(condition, mark) ?? condition) : condition;

/** Terms that decide when the order reaches its stop; undefined if it trails no price. */
export const trailPlaceOf = ({
  terms: { trigger, confirm },
  createdAt,
  activation,
}: Trailing): TrailPlace | undefined =>
  trigger?.kind === 'trail' ? placeOf(trigger, confirm, activation?.at ?? createdAt) : undefined;

interface Trailing {
  readonly terms: { readonly trigger?: Condition; readonly confirm?: Confirmation };
  readonly createdAt: Date;
  readonly activation?: { readonly at: Date };
}

/** Returns the level at which an order with this condition waits. */
export const levelOf = <K extends Kind>(condition: ConditionOf<K>): TriggerLevel =>
  RULES[condition.kind].levelOf(condition);

/** Returns the levels that the keys of a pair reach at these prices; none if the pair is of no kind, because its orders are not sent. */
export function reachOf(pair: TriggerPair, priceOf: PriceOf): Reach {
  const kind = kindOf(pair.conditionToken);
  return kind === undefined ? { levels: [] } : RULES[kind].reachOf(pair, priceOf);
}
