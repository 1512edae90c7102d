import type { Order, OrderTerms } from '../domain/order/order.js';
import type { Condition } from '../domain/order/conditions/conditions.js';
import { unwrap } from '../domain/shared/result.js';
import type { ExecutionQueue, StorageAccess } from '../ports/index.js';
import { anOpenOrder, at, uuidOf } from './builders.js';
import { aWindowCondition, reachedAt, type PairRatio } from './conditions.js';
import { openEach, type StorageHarness } from './harness.js';

export const LEASE_MS = 1_000;

/** A condition that is due as soon as its window opens. */
export const ALWAYS = aWindowCondition();

/** The nth open order, created n ms after T0. */
export const anOrderWith = (
  n: number,
  trigger: Condition | undefined,
  terms: Partial<OrderTerms> = {},
): Order => anOpenOrder({ uuid: uuidOf(n), ...(trigger && { trigger }), ...terms }, { createdAt: at(n) });

/** Opens a new storage before each test of the suite, and returns the tests' operations on its queue. Times are milliseconds after T0. */
export function queueSteps(harness: StorageHarness) {
  let ports: StorageAccess;
  openEach(harness, (opened) => (ports = opened));

  type Request = Parameters<ExecutionQueue['claim']>[0] & { readonly ratios: readonly PairRatio[] };
  const queue = () => ports.executionQueue;
  const orders = () => ports.orders;
  const claims = (ms: number, { ratios = [], ...request }: Partial<Request> = {}) => {
    const reached = reachedAt(...ratios);
    return queue().claim({ now: at(ms), reached, limit: 100, leaseMs: LEASE_MS, claimant: 'a', ...request });
  };
  return {
    queue,
    orders,
    unitOfWork: () => ports.unitOfWork,
    claims,
    claimed: async (...request: Parameters<typeof claims>) =>
      (await claims(...request)).map(({ uuid }) => uuid),
    store: async (...all: Order[]) => {
      for (const order of all) unwrap(await orders().insert(order));
    },
    /** Replaces the stored order, whatever its version. */
    change: async (order: Order) => {
      const { version } = (await orders().findById(order.terms.uuid))!;
      unwrap(await orders().update({ ...order, version }));
    },
    /** The claim of a claimant on the nth order, as `release` takes it. */
    mine: (n: number, claimant = 'a') => ({ uuid: uuidOf(n), claimant }),
  };
}
