import type { ContractId } from '../../shared/contract-id.js';
import type { Field, Fields } from '../../shared/fields.js';
import type { PriceOf } from './price-ratio.js';
import { PRICE, type PriceCondition, type PriceUnmet } from './price.js';
import {
  CONDITION_FIELDS,
  type ConditionFields,
  type ConditionRules,
  type Reach,
  type StoredCondition,
  type TriggerLevel,
  type TriggerPair,
} from './rules.js';
import { ANY_TOKEN, WINDOW, type WindowCondition } from './window.js';

/** Every kind of condition, with the reason why it may be unmet. A kind is added here and in `RULES`. */
interface Kinds {
  readonly price: { readonly condition: PriceCondition; readonly unmet: PriceUnmet };
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
  window: WINDOW,
};

/** Requests, stored orders and trigger pairs all tell the kinds apart by the condition token. */
const kindOf = (conditionToken: unknown): Kind => (conditionToken === ANY_TOKEN ? 'window' : 'price');

/** Parses the condition of an order and reports bad fields; undefined for an order without one, or with a bad one. */
export function parseCondition(
  fields: Fields,
  contract: (raw: unknown) => Field<ContractId>,
): Condition | undefined {
  if (!CONDITION_FIELDS.some((field) => fields.has(field))) return undefined;
  return RULES[kindOf(fields.raw('conditionToken'))].parse(fields, contract);
}

export const restoreCondition = (stored: StoredCondition): Condition =>
  RULES[kindOf(stored.text('conditionToken'))].restore(stored);

/** The fields as the owner sent them; an absent baseAsset is USD. */
export const conditionFields = <K extends Kind>(condition: ConditionOf<K>): ConditionFields =>
  RULES[condition.kind].fieldsOf(condition);

/** Returns the reason why the condition is unmet at these prices; undefined if it is met. */
export const unmetBy = <K extends Kind>(condition: ConditionOf<K>, priceOf: PriceOf): Unmet | undefined =>
  RULES[condition.kind].unmet(condition, priceOf);

/** Returns the level at which an order with this condition waits. */
export const levelOf = <K extends Kind>(condition: ConditionOf<K>): TriggerLevel =>
  RULES[condition.kind].levelOf(condition);

/** Returns the levels that the keys of a pair reach at these prices. */
export const reachOf = (pair: TriggerPair, priceOf: PriceOf): Reach =>
  RULES[kindOf(pair.conditionToken)].reachOf(pair, priceOf);
