import { afterAll, beforeEach } from '@jest/globals';
import type { Order, OrderTerms } from '../../src/domain/order/order.js';
import { parseTargetPrice, type Trigger } from '../../src/domain/order/trigger.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';
import { unwrap } from '../../src/domain/shared/result.js';
import type { ExecutionQueue, PairRatio } from '../../src/ports/index.js';
import { A_TOKEN, anOpenOrder, T0, uuidOf } from './builders.js';
import type { OpenedStorage, StorageHarness } from './harnesses.js';

export const LEASE_MS = 1_000;

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

/** Due as soon as its window opens. */
export const ALWAYS: Trigger = aTrigger('gt', '0', { conditionToken: '*' });

/** The price of A_TOKEN in dollars: a decimal number, or a range between two. */
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

/** A new storage before each test of the suite, and the tests' operations on its queue. Times are milliseconds after T0. */
export function queueSteps(harness: StorageHarness) {
  let storage: OpenedStorage;
  beforeEach(async () => {
    await storage?.close();
    storage = await harness.open();
  });
  afterAll(() => storage.close());

  type Request = Parameters<ExecutionQueue['claim']>[0];
  const queue = () => storage.ports.executionQueue;
  const orders = () => storage.ports.orders;
  const claims = (ms: number, request: Partial<Request> = {}) =>
    queue().claim({ now: at(ms), ratios: [], limit: 100, leaseMs: LEASE_MS, claimant: 'a', ...request });
  return {
    queue,
    orders,
    unitOfWork: () => storage.ports.unitOfWork,
    claims,
    claimed: async (...request: Parameters<typeof claims>) =>
      (await claims(...request)).map(({ uuid }) => uuid),
    store: async (...all: Order[]) => {
      for (const order of all) unwrap(await orders().insert(order));
    },
    /** Replaces the stored order, regardless of its version. */
    change: async (order: Order) => {
      const { version } = (await orders().findById(order.terms.uuid))!;
      unwrap(await orders().update({ ...order, version }));
    },
    /** A claim to release. */
    mine: (n: number, claimant = 'a') => ({ uuid: uuidOf(n), claimant }),
  };
}
