import type { ContractId } from '../../shared/contract-id.js';
import type { Field, Fields } from '../../shared/fields.js';
import type { JsonObject } from '../../shared/json.js';
import type { PriceOf, UnusablePrice } from './price-ratio.js';

/** The fields of an order that define its condition, in requests, responses and storage alike. */
export interface ConditionFields extends TriggerKey {
  /** Absent if the price moves its own target. */
  readonly targetPrice?: string;
  readonly trail?: JsonObject;
  readonly activationPrice?: string;
}

/** The names of the fields that conditions read. */
export const CONDITION_FIELDS = [
  'conditionToken',
  'targetPrice',
  'direction',
  'baseAsset',
  'trail',
  'activationPrice',
] as const satisfies readonly (keyof ConditionFields)[];

/** Stored condition fields. Except for `has`, the methods throw for values that this program never stores. */
export interface StoredCondition {
  has(name: keyof ConditionFields): boolean;
  text<T extends string>(name: keyof ConditionFields): T;
  oneOf<T extends string>(name: keyof ConditionFields, known: readonly T[]): T;
  object(name: keyof ConditionFields): JsonObject;
}

/** Pair that a condition compares, whatever its direction and target. Queues number and store pairs; only rules interpret them. */
export interface TriggerPair {
  readonly conditionToken: string;
  readonly baseAsset: string;
}

/** Key of the queue in which orders wait: orders that compare the same pair in the same direction share it. */
export interface TriggerKey extends TriggerPair {
  readonly direction: 'gt' | 'lt';
}

/**
 * A place in a key's queue, 0 to 10^57 - 1. An order waits at the level of its target; the market reaches a level and all lower
 * ones, in either direction.
 */
export interface TriggerLevel extends TriggerKey {
  readonly level: bigint;
}

/** The levels that a pair's keys reach now. With `unusable` they are a guess that makes no order due. */
export interface Reach {
  readonly levels: readonly TriggerLevel[];
  readonly unusable?: UnusablePrice;
}

/** Rules of one kind of condition. `Unmet` is the reason why it is unmet. */
export interface ConditionRules<Condition, Unmet> {
  /** Whether a pair with this `conditionToken`, or a condition without `trail`, is of this kind. */
  owns(conditionToken: string): boolean;
  /** Parses the order's fields and reports bad ones; undefined if any is bad. */
  parse(fields: Fields, contract: (raw: unknown) => Field<ContractId>): Condition | undefined;
  restore(stored: StoredCondition): Condition;
  fieldsOf(condition: Condition): ConditionFields;
  /** Returns the reason why the condition is unmet at these prices; undefined if it is met. */
  unmet(condition: Condition, priceOf: PriceOf): Unmet | undefined;
  levelOf(condition: Condition): TriggerLevel;
  reachOf(pair: TriggerPair, priceOf: PriceOf): Reach;
}
