import type { Order, OrderTerms } from '../../src/domain/order/order.js';
import { parseTargetPrice, type Trigger } from '../../src/domain/order/trigger.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';
import { unwrap } from '../../src/domain/shared/result.js';
import type { PairRatio } from '../../src/ports/index.js';
import { A_TOKEN, anOpenOrder, T0, uuidOf } from './builders.js';

/** `ms` after T0. */
export const at = (ms: number): Date => new Date(T0.getTime() + ms);

export const aTrigger = (
  direction: Trigger['direction'] = 'gt',
  target = '2',
  overrides: Partial<Trigger> = {},
): Trigger => ({
  conditionToken: A_TOKEN,
  baseAsset: 'USD',
  direction,
  targetPrice: unwrap(parseTargetPrice(target)),
  ...overrides,
});

/** Fires as soon as its window is open. */
export const ALWAYS: Trigger = aTrigger('gt', '0', { conditionToken: '*' });

/** What A_TOKEN is worth in dollars: a decimal number, or what lies between two. */
export const aRatio = (
  floor: string,
  ceiling = floor,
  pair: { readonly conditionToken?: ContractId; readonly baseAsset?: ContractId | 'USD' } = {},
): PairRatio => ({
  conditionToken: A_TOKEN,
  baseAsset: 'USD',
  floor: unwrap(parseTargetPrice(floor)).scaled,
  ceiling: unwrap(parseTargetPrice(ceiling)).scaled,
  ...pair,
});

/** The nth open order, created n milliseconds after T0. */
export const anOrderWith = (
  n: number,
  trigger: Trigger | undefined,
  terms: Partial<OrderTerms> = {},
): Order => anOpenOrder({ uuid: uuidOf(n), ...(trigger && { trigger }), ...terms }, { createdAt: at(n) });
