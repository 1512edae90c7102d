import { levelOf } from '../domain/order/conditions/conditions.js';
import { parseTargetPrice, type PriceRatio } from '../domain/order/conditions/price-ratio.js';
import { reachedLevels, type PriceCondition } from '../domain/order/conditions/price.js';
import type { TriggerLevel, TriggerPair } from '../domain/order/conditions/rules.js';
import type { TrailCondition } from '../domain/order/conditions/trail.js';
import type { WindowCondition } from '../domain/order/conditions/window.js';
import { unwrap } from '../domain/shared/result.js';
import { A_TOKEN } from './builders.js';

const comparison = (direction: 'gt' | 'lt', target: string) => ({
  direction,
  targetPrice: unwrap(parseTargetPrice(target)),
  baseAsset: 'USD' as const,
});

/** A condition on the price of A_TOKEN; by default, at least 2 dollars. */
export const aPriceCondition = (
  direction: 'gt' | 'lt' = 'gt',
  target = '2',
  overrides: Partial<PriceCondition> = {},
): PriceCondition => ({
  kind: 'price',
  conditionToken: A_TOKEN,
  ...comparison(direction, target),
  ...overrides,
});

/** A condition that trails the price of A_TOKEN. */
export const aTrailCondition = (
  direction: 'gt' | 'lt' = 'lt',
  trail: TrailCondition['trail'] = { bps: 500 },
  overrides: Partial<TrailCondition> = {},
): TrailCondition => ({
  kind: 'trail',
  conditionToken: A_TOKEN,
  baseAsset: 'USD',
  direction,
  trail,
  ...overrides,
});

/** A condition that is due as soon as its window opens. */
export const aWindowCondition = (overrides: Partial<WindowCondition> = {}): WindowCondition => ({
  kind: 'window',
  ...comparison('gt', '0'),
  ...overrides,
});

export interface PairRatio extends TriggerPair, PriceRatio {}

/** Builds the price of A_TOKEN in dollars, from a decimal number or from a range between two. */
export const aRatio = (floor: string, ceiling = floor, pair: Partial<TriggerPair> = {}): PairRatio => ({
  conditionToken: A_TOKEN,
  baseAsset: 'USD',
  floor: unwrap(parseTargetPrice(floor)).scaled,
  ceiling: unwrap(parseTargetPrice(ceiling)).scaled,
  ...pair,
});

/** The price levels that are reached at these ratios, and the level of window conditions, which is always reached. */
export const reachedAt = (...ratios: readonly PairRatio[]): readonly TriggerLevel[] => [
  levelOf(aWindowCondition()),
  ...ratios.flatMap((ratio) => reachedLevels(ratio, ratio)),
];
