import type { ContractId } from '../../shared/contract-id.js';
import { isObject, oneOf, whole, type Field } from '../../shared/fields.js';
import type { JsonObject } from '../../shared/json.js';
import { err, ok, unwrap } from '../../shared/result.js';
import type { Confirmation } from './guards.js';
import {
  gridPointOf,
  levelOfMark,
  markRuns,
  priceOfMark,
  timeOfPoint,
  WHOLE_BPS,
  type GridPoint,
  type Mark,
  type TrailGroup,
} from './marks.js';
import {
  decimalText,
  MAX_TARGET_SCALED,
  parseTargetPrice,
  type BaseAsset,
  type TargetPrice,
} from './price-ratio.js';
import { parseBaseAsset, type PriceCondition } from './price.js';
import type { ConditionRules, TriggerLevel } from './rules.js';

/** Distance between a mark and its stop: basis points of the mark, 1 to 9,999, or a price above 0 in the base asset. */
export type Trail = { readonly bps: number } | { readonly price: TargetPrice };

/**
 * Met at the stop, which follows the price at the distance `trail`. `lt`: the stop is below the highest price since the order was
 * placed, and is reached from above. `gt`: it is above the lowest price, and is reached from below. That price is the mark.
 */
export interface TrailCondition {
  readonly kind: 'trail';
  readonly conditionToken: ContractId;
  /** Unit of every price. */
  readonly baseAsset: BaseAsset;
  readonly direction: 'gt' | 'lt';
  readonly trail: Trail;
  /** Price that the mark must have reached before the stop counts. */
  readonly activationPrice?: TargetPrice;
}

/** No stop yet: no price since the order was placed is confirmed, or none has reached the activation price. */
export interface TrailUnmet {
  readonly state: 'waiting';
  readonly reason: 'waiting-mark';
}

/** The level at which every order waits whose stop is reached. Its token has no dot, so the release before knows no such kind. */
export const REACHED_STOP: TriggerLevel = {
  conditionToken: 'trail',
  baseAsset: 'USD',
  direction: 'gt',
  level: 0n,
};

export const BPS_RANGE = { minimum: 1, maximum: 9_999 } as const;

export const TRAIL: ConditionRules<TrailCondition, TrailUnmet> = {
  owns: (conditionToken) => conditionToken === REACHED_STOP.conditionToken,

  parse(fields, contract) {
    const { optional, required, problem } = fields;
    const trail = required('trail', parseTrail);
    const conditionToken = required('conditionToken', (raw) =>
      raw === '*' ? err({ reason: 'must be a token with trail' }) : contract(raw),
    );
    const direction = required('direction', oneOf('gt', 'lt'));
    const baseAsset = optional('baseAsset', parseBaseAsset(contract)) ?? 'USD';
    const activationPrice = optional('activationPrice', parsePositive);
    if (fields.has('targetPrice'))
      problem('targetPrice', 'is set by trail; activationPrice is the price from which the stop counts');
    if (trail === undefined || conditionToken === undefined || direction === undefined) return undefined;
    return {
      kind: 'trail',
      conditionToken,
      baseAsset,
      direction,
      trail,
      ...(activationPrice && { activationPrice }),
    };
  },

  restore: (stored) => ({
    kind: 'trail',
    conditionToken: stored.text('conditionToken'),
    baseAsset: stored.text('baseAsset'),
    direction: stored.oneOf('direction', ['gt', 'lt']),
    trail: unwrap(parseTrail(stored.object('trail'))),
    ...(stored.has('activationPrice') && {
      activationPrice: unwrap(parseTargetPrice(stored.text('activationPrice'))),
    }),
  }),

  fieldsOf: ({ conditionToken, baseAsset, direction, trail, activationPrice }) => ({
    conditionToken,
    direction,
    baseAsset,
    trail: trailFields(trail),
    ...(activationPrice && { activationPrice: activationPrice.text }),
  }),

  unmet: () => ({ state: 'waiting', reason: 'waiting-mark' }),
  levelOf: () => REACHED_STOP,
  reachOf: () => ({ levels: [REACHED_STOP] }),
};

const trailFields = (trail: Trail): JsonObject =>
  'bps' in trail ? { bps: trail.bps } : { price: trail.price.text };

function parseTrail(raw: unknown): Field<Trail> {
  const [[name, value] = ['', undefined], more] = isObject(raw) ? Object.entries(raw) : [];
  const named = <T>(field: Field<T>): Field<T> =>
    field.ok ? field : err({ reason: `${name} ${field.error.reason}` });
  if (more === undefined && name === 'bps') {
    const bps = named(whole(BPS_RANGE.minimum, BPS_RANGE.maximum)(value));
    return bps.ok ? ok({ bps: bps.value }) : bps;
  }
  if (more === undefined && name === 'price') {
    const price = named(parsePositive(value));
    return price.ok ? ok({ price: price.value }) : price;
  }
  return err({ reason: 'must hold one of bps or price, such as { "bps": 500 } for 5%' });
}

function parsePositive(raw: unknown): Field<TargetPrice> {
  const price = parseTargetPrice(raw);
  if (!price.ok) return price;
  return price.value.scaled > 0n ? price : err({ reason: 'must be above 0' });
}

/** Terms that decide when a trailing order has reached its stop, besides the marks of its group. */
export interface TrailPlace {
  readonly group: TrailGroup;
  /** The run at or before which the order was placed: its mark is the highest one from there on. */
  readonly since: GridPoint;
  /** The trail, in the group's unit: basis points, or a price times 10^18. */
  readonly trail: bigint;
  /** Level of the lowest mark at which the stop counts; 0 if every mark will do. */
  readonly activation: bigint;
}

/** Returns the place of an order with this condition and confirmation among those that trail the same pair. */
export const placeOf = (
  condition: TrailCondition,
  confirm: Confirmation | undefined,
  createdAt: Date,
): TrailPlace => ({
  group: groupOf(condition, confirm),
  since: gridPointOf(createdAt),
  trail: 'bps' in condition.trail ? BigInt(condition.trail.bps) : condition.trail.price.scaled,
  activation: activationLevel(condition),
});

const groupOf = (
  { conditionToken, baseAsset, direction, trail }: TrailCondition,
  confirm: Confirmation | undefined,
): TrailGroup => ({
  conditionToken,
  baseAsset,
  direction,
  unit: 'bps' in trail ? 'bps' : 'price',
  ...(confirm && { runs: markRuns(confirm) }),
});

const activationLevel = ({ direction, activationPrice }: TrailCondition): bigint =>
  activationPrice === undefined ? 0n : levelOfMark(direction, activationPrice.scaled);

/** Price of the stop for a mark, times 10^18, rounded away from the mark: 0 if the trail is wider than the price. */
function stopAt({ direction, trail }: TrailCondition, mark: bigint): bigint {
  const isBelow = direction === 'lt';
  if ('price' in trail) return within(isBelow ? mark - trail.price.scaled : mark + trail.price.scaled);
  const bps = BigInt(trail.bps);
  return isBelow
    ? (mark * (WHOLE_BPS - bps)) / WHOLE_BPS
    : within((mark * (WHOLE_BPS + bps) + WHOLE_BPS - 1n) / WHOLE_BPS);
}

const within = (price: bigint): bigint =>
  price < 0n ? 0n : price > MAX_TARGET_SCALED ? MAX_TARGET_SCALED : price;

/** The condition at its present stop; undefined before the stop counts. */
export function stopOf(condition: TrailCondition, mark: Mark | undefined): PriceCondition | undefined {
  if (mark === undefined || mark.level < activationLevel(condition)) return undefined;
  const { conditionToken, baseAsset, direction } = condition;
  const scaled = stopAt(condition, priceOfMark(direction, mark.level));
  return {
    kind: 'price',
    conditionToken,
    baseAsset,
    direction,
    targetPrice: { text: decimalText(scaled), scaled },
  };
}

/** Position of a trailing stop, as decimal text. */
export interface Trailing {
  readonly mark: string;
  /** Time of the run that set the mark. */
  readonly markedAt: Date;
  /** Absent before the mark has reached the activation price. */
  readonly stop?: string;
}

export function trailingAt(condition: TrailCondition, mark: Mark): Trailing {
  const stop = stopOf(condition, mark);
  return {
    mark: decimalText(priceOfMark(condition.direction, mark.level)),
    markedAt: timeOfPoint(mark.at),
    ...(stop && { stop: stop.targetPrice.text }),
  };
}
