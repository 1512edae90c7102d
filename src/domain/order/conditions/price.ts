import type { ContractId } from '../../shared/contract-id.js';
import { oneOf, type Field, type Fields } from '../../shared/fields.js';
import { ok, unwrap } from '../../shared/result.js';
import {
  decimalText,
  MAX_TARGET_SCALED,
  parseTargetPrice,
  ratioOf,
  type BaseAsset,
  type PriceOf,
  type PriceRatio,
  type TargetPrice,
  type UnusablePrice,
} from './price-ratio.js';
import type { ConditionFields, ConditionRules, StoredCondition, TriggerLevel, TriggerPair } from './rules.js';

/** A target price, and whether the price must rise or fall to it. */
export interface Comparison {
  readonly targetPrice: TargetPrice;
  /** `gt`: at or above the target. `lt`: at or below it. */
  readonly direction: 'gt' | 'lt';
  /** The price's unit. */
  readonly baseAsset: BaseAsset;
}

/** Met while the price of a token in the base asset is at or beyond the target in the given direction. */
export interface PriceCondition extends Comparison {
  readonly kind: 'price';
  readonly conditionToken: ContractId;
}

export type PriceUnmet =
  | {
      readonly state: 'waiting';
      readonly reason: 'waiting-price';
      /** The condition token's price in the base asset, as decimal text rounded down to 18 decimals. */
      readonly ratio: string;
      /** Change that the ratio needs to reach the target, as a signed fraction of the ratio; absent if the ratio rounds to 0. */
      readonly distance?: string;
    }
  /** No usable price. */
  | ({ readonly state: 'held' } & UnusablePrice);

export const PRICE: ConditionRules<PriceCondition, PriceUnmet> = {
  /** Every contract id has a dot; `parse` checks the rest. */
  owns: (conditionToken) => conditionToken.includes('.'),

  parse(fields, contract) {
    const parsed = parseComparison(fields, contract, contract);
    return parsed && { kind: 'price', ...parsed };
  },

  restore: (stored) => ({
    kind: 'price',
    conditionToken: stored.text('conditionToken'),
    ...restoreComparison(stored),
  }),

  fieldsOf: (condition) => comparisonFields(condition.conditionToken, condition),

  unmet({ conditionToken, baseAsset, ...target }, priceOf) {
    const ratio = ratioOf(conditionToken, baseAsset, priceOf);
    if (!ratio.ok) return { state: 'held', ...ratio.error };
    return isReached(target, ratio.value) ? undefined : waitingPrice(target, ratio.value);
  },

  levelOf: ({ conditionToken, baseAsset, direction, targetPrice: { scaled } }) => ({
    conditionToken,
    baseAsset,
    direction,
    level: direction === 'gt' ? scaled : MAX_TARGET_SCALED - scaled,
  }),

  /** Stale or thin prices reach the levels that they would reach if usable. If a price is missing, every level is reached. */
  reachOf(pair, priceOf) {
    const ratio = pairRatio(pair, priceOf);
    if (ratio.ok) return { levels: reachedLevels(pair, ratio.value) };
    const guess = pairRatio(pair, (token) => {
      const price = priceOf(token);
      return price && { ...price, stale: false, thin: false };
    });
    return { levels: reachedLevels(pair, guess.ok ? guess.value : ANY_RATIO), unusable: ratio.error };
  },
};

/** A ratio that reaches every level in both directions. */
const ANY_RATIO: PriceRatio = { floor: MAX_TARGET_SCALED, ceiling: 0n };

/** Pairs of this kind come from `levelOf`, so the casts are safe. */
const pairRatio = ({ conditionToken, baseAsset }: TriggerPair, priceOf: PriceOf) =>
  ratioOf(conditionToken as ContractId, baseAsset as BaseAsset, priceOf);

/** The highest level that the ratio reaches in each direction. `lt` is absent if the ratio is above every target. */
export function reachedLevels(
  { conditionToken, baseAsset }: TriggerPair,
  { floor, ceiling }: PriceRatio,
): readonly TriggerLevel[] {
  const pair = { conditionToken, baseAsset };
  const gtLevel = floor < MAX_TARGET_SCALED ? floor : MAX_TARGET_SCALED;
  const levels: TriggerLevel[] = [{ ...pair, direction: 'gt', level: gtLevel }];
  if (ceiling <= MAX_TARGET_SCALED)
    levels.push({ ...pair, direction: 'lt', level: MAX_TARGET_SCALED - ceiling });
  return levels;
}

type Target = Pick<Comparison, 'direction' | 'targetPrice'>;

/** Whether one order's condition is met. Agrees with `levelOf` and `reachedLevels`, which the queue uses to claim orders. */
export const isReached = (
  { direction, targetPrice: { scaled } }: Target,
  { floor, ceiling }: PriceRatio,
): boolean => (direction === 'gt' ? floor >= scaled : ceiling <= scaled);

function waitingPrice({ direction, targetPrice }: Target, { floor, ceiling }: PriceRatio): PriceUnmet {
  const current = direction === 'gt' ? floor : ceiling;
  const distance = distanceText(targetPrice.scaled - current, current);
  const ratio = decimalText(floor);
  return { state: 'waiting', reason: 'waiting-price', ratio, ...(distance !== undefined && { distance }) };
}

const DISTANCE_STEPS = 10n ** 6n;
const DISTANCE_SCALE = 10n ** 12n;

/** Returns the gap as a fraction of `from`, rounded away from zero to millionths, so that a waiting order is never at distance 0. */
function distanceText(gap: bigint, from: bigint): string | undefined {
  if (from === 0n) return undefined;
  const size = gap < 0n ? -gap : gap;
  const steps = (size * DISTANCE_STEPS + from - 1n) / from;
  return `${gap < 0n ? '-' : ''}${decimalText(steps * DISTANCE_SCALE)}`;
}

export const parseBaseAsset =
  (contract: (raw: unknown) => Field<ContractId>) =>
  (raw: unknown): Field<BaseAsset> =>
    raw === 'USD' ? ok('USD') : contract(raw);

const TOGETHER = ['conditionToken', 'targetPrice', 'direction'] as const;

/** Parses the four fields, of which only the base asset is optional. */
export function parseComparison<Token>(
  fields: Fields,
  token: (raw: unknown) => Field<Token>,
  contract: (raw: unknown) => Field<ContractId>,
): (Comparison & { readonly conditionToken: Token }) | undefined {
  const conditionToken = fields.optional('conditionToken', token);
  const targetPrice = fields.optional('targetPrice', parseTargetPrice);
  const direction = fields.optional('direction', oneOf('gt', 'lt'));
  const baseAsset = fields.optional('baseAsset', parseBaseAsset(contract));
  const missing = TOGETHER.filter((field) => !fields.has(field));
  if (missing.length < TOGETHER.length) {
    for (const field of missing)
      fields.problem(
        field,
        'is required: conditionToken, targetPrice and direction come together; for any price they are "*", "0" and "gt"',
      );
  } else if (baseAsset !== undefined) {
    fields.problem('baseAsset', 'needs conditionToken, targetPrice and direction');
  }
  if (conditionToken === undefined || targetPrice === undefined || direction === undefined) return undefined;
  return { conditionToken, targetPrice, direction, baseAsset: baseAsset ?? 'USD' };
}

export const restoreComparison = (stored: StoredCondition): Comparison => ({
  targetPrice: unwrap(parseTargetPrice(stored.text('targetPrice'))),
  direction: stored.oneOf('direction', ['gt', 'lt']),
  baseAsset: stored.text('baseAsset'),
});

export const comparisonFields = (
  conditionToken: string,
  { targetPrice, direction, baseAsset }: Comparison,
): ConditionFields => ({ conditionToken, targetPrice: targetPrice.text, direction, baseAsset });
