import type { OrderEvent } from '../../domain/order/events.js';
import type { OrderUuid } from '../../domain/order/ids.js';
import { exitsOf, followEntry } from '../../domain/order/lifecycle/exits.js';
import type { Order } from '../../domain/order/order.js';
import { isEntry } from '../../domain/order/terms/names.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports, StaleVersion, Transaction } from '../../ports/index.js';

/** Stores an order's next state together with its event. */
export async function changeOrder<T extends Order>(
  storage: Transaction,
  { order, event }: { readonly order: T; readonly event: OrderEvent },
): Promise<Result<T, StaleVersion>> {
  const changed = await changeOrders(storage, [{ order, events: [event] }]);
  return changed.size === 1 ? ok({ ...order, version: order.version + 1 }) : err({ kind: 'stale-version' });
}

interface Change {
  readonly order: Order;
  readonly events: readonly OrderEvent[];
}

/**
 * Stores the next states of orders, each with the events that led to it, and those of the exits of entries among them. Returns the
 * uuids of those that were stored: not of orders that have changed since they were read, or whose exits have.
 */
export async function changeOrders(
  storage: Transaction,
  changes: readonly Change[],
): Promise<ReadonlySet<OrderUuid>> {
  const entries = changes.filter(turnsExits);
  const own: Change[] = [];
  for (const change of changes) own.push(await afterEntry(storage, change));
  const changed = new Set(await store(storage, own));
  for (const { order, events } of entries) {
    const isDone = changed.has(order.terms.uuid) && (await changeExits(storage, order, events));
    if (!isDone) changed.delete(order.terms.uuid);
  }
  return changed;
}

/** Whether exits follow the change: their entry is confirmed or has ended, or was confirmed before. */
const turnsExits = ({ order: { terms, status }, events }: Change): boolean =>
  isEntry(terms) &&
  (status === 'confirmed' ||
    status === 'failed' ||
    status === 'cancelled' ||
    events.some(({ type }) => type === 'orphaned'));

/**
 * Name of the lock that is held while an entry and its exits are compared. Otherwise an exit that opens while its entry is confirmed
 * could miss it, and be missed.
 */
const exitsLock = (entry: OrderUuid): string => `exits:${entry}`;

/** The change of an exit that opens again, as its entry then is: the entry may have been orphaned or have ended meanwhile. */
async function afterEntry(storage: Transaction, change: Change): Promise<Change> {
  const { order, events } = change;
  const { after } = order.terms;
  const last = events.at(-1);
  if (after === undefined || order.status !== 'open' || order.sending !== undefined || last === undefined)
    return change;
  await storage.lock(exitsLock(after.uuid));
  const entry = await storage.orders.findById(after.uuid);
  const followed = entry && followEntry(order, entry, last.at);
  return followed === undefined ? change : { order: followed.order, events: [...events, followed.event] };
}

/** Changes the exits of an entry that has changed. Returns false if one of them has changed since it was read. */
async function changeExits(
  storage: Transaction,
  entry: Order,
  events: readonly OrderEvent[],
): Promise<boolean> {
  const { uuid, owner, strategy } = entry.terms;
  const now = events.at(-1)?.at;
  if (now === undefined) return true;
  await storage.lock(exitsLock(uuid));
  const plan = await storage.orders.listUncancelledByStrategy(owner, strategy.strategyId!);
  const followed = exitsOf(entry, plan).flatMap((exit) => followEntry(exit, entry, now) ?? []);
  const changed = await store(
    storage,
    followed.map(({ order, event }) => ({ order, events: [event] })),
  );
  return changed.size === followed.length;
}

async function store(storage: Transaction, changes: readonly Change[]): Promise<ReadonlySet<OrderUuid>> {
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
