import type { OrderEvent } from '../../domain/order/events.js';
import type { OrderUuid } from '../../domain/order/ids.js';
import type { Order } from '../../domain/order/order.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports, StaleVersion, StoragePorts, Transaction } from '../../ports/index.js';

/** Stores an order's next state together with its event. */
export async function changeOrder<T extends Order>(
  storage: StoragePorts,
  { order, event }: { readonly order: T; readonly event: OrderEvent },
): Promise<Result<T, StaleVersion>> {
  const changed = await changeOrders(storage, [{ order, events: [event] }]);
  return changed.size === 1 ? ok({ ...order, version: order.version + 1 }) : err({ kind: 'stale-version' });
}

/**
 * Stores the next states of orders, each with the events that led to it. Returns the uuids of those that were stored: not of orders
 * that have changed since they were read.
 */
export async function changeOrders(
  storage: StoragePorts,
  changes: readonly { readonly order: Order; readonly events: readonly OrderEvent[] }[],
): Promise<ReadonlySet<OrderUuid>> {
  const changed = await storage.orders.updateMany(changes.map(({ order }) => order));
  const appended = changes.flatMap(({ order: { terms }, events }) =>
    changed.has(terms.uuid) ? events.map((event) => ({ uuid: terms.uuid, event })) : [],
  );
  await storage.events.append(...appended);
  return changed;
}

const MAX_TRIES = 20;

/** Repeats the unit of work while it fails with `stale-version`. Throws after 20 attempts, which no order reaches. */
export async function untilCurrent<T, E>(
  change: () => Promise<Result<T, E | StaleVersion>>,
): Promise<Result<T, Exclude<E, StaleVersion>>> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const result = await change();
    if (result.ok) return result;
    if (!isStale(result.error)) return err(result.error as Exclude<E, StaleVersion>);
  }
  throw new Error(`an order changed ${MAX_TRIES} times while it was being changed`);
}

/** Runs a unit of work until it does not fail with `stale-version`, as `untilCurrent` does. */
export const runUntilCurrent = <T, E = never>(
  unitOfWork: Ports['unitOfWork'],
  work: (storage: Transaction) => Promise<Result<T, E | StaleVersion>>,
) => untilCurrent(() => unitOfWork.run(work));

const isStale = (error: unknown): error is StaleVersion =>
  typeof error === 'object' && error !== null && 'kind' in error && error.kind === 'stale-version';
