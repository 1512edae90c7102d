import { cancelOrder, type Transition } from '../../domain/order/lifecycle/lifecycle.js';
import { ocoGroupOf } from '../../domain/order/lifecycle/strategy.js';
import {
  dayOf,
  exceededQuota,
  NO_ORDERS,
  storedBytes,
  sumOf,
  type OrderQuotas,
  type QuotaExceeded,
  type StoredOrders,
} from '../../domain/order/limits/quotas.js';
import type { OpenOrder, Order, OrderTerms } from '../../domain/order/order.js';
import type { Address } from '../../domain/shared/address.js';
import { err, ok, unwrap, type Result } from '../../domain/shared/result.js';
import {
  StorageFailure,
  type AlreadyExists,
  type EventOfOrder,
  type PlacedOrders,
  type Ports,
  type Transaction,
} from '../../ports/index.js';
import { inGroups } from '../shared/in-groups.js';
import { lockAll } from '../shared/lock-all.js';
import { changeOrder } from './change-order.js';
import { enterOcoGroup, ocoLock, type OcoGroupFull } from './oco-group.js';
import { endReplaced, type NotReplaced, type ReplacingTerms } from './replace-order.js';

/** Conflict of an order with a stored one of its owner. */
export type StoreConflict = ClientOrderIdTaken | OcoGroupFull;

/** Reason why an acceptable order is not stored beside those that are. */
export type Conflict = StoreConflict | QuotaExceeded | NotReplaced | AlreadyExists;

/** Another live order of the owner has the client order id. */
export interface ClientOrderIdTaken {
  readonly kind: 'client-order-id-taken';
  readonly clientOrderId: string;
}

type Placed = Transition<OpenOrder>;

/** Maximum number of orders that share a commit, which bounds how long the first of them waits. */
const MAX_GROUP = 50;

/**
 * Stores an order durably. Orders that arrive while others are being committed share the next commit. Each gets its own result: one
 * that the database refuses, or that must wait for a lock of its owner, delays and fails no other.
 */
export function makeStoreOrder(
  { unitOfWork }: Pick<Ports, 'unitOfWork'>,
  quotas: OrderQuotas,
): (placed: Placed) => Promise<Result<Order, Conflict>> {
  type Results = readonly Result<Order, Conflict>[];
  const store = async (take: () => readonly Placed[], areAllHere = () => true) => {
    const stored = await unitOfWork.run<Results, Results | undefined>(async (storage) => {
      const results = await storeOrders(storage, take(), quotas);
      if (!areAllHere()) return err(undefined);
      return results.some(({ ok: isStored }) => isStored) ? ok(results) : err(results);
    });
    return stored.ok ? stored.value : stored.error;
  };
  const alone = async (placed: Placed) => (await store(() => [placed]))![0]!;
  const together = inGroups<Placed, () => Promise<Result<Order, Conflict>>>({
    work: async (take, areAllHere) => {
      let group: readonly Placed[] = [];
      try {
        return (await store(() => (group = take()), areAllHere))?.map((result) => async () => result);
      } catch (error) {
        const isRefused = group.length > 1 && error instanceof StorageFailure && !error.isOutage;
        if (!isRefused) throw error;
        // Nothing is stored. Some order cannot be, and only storing each alone shows which.
        return group.map((placed) => () => alone(placed));
      }
    },
    limit: MAX_GROUP,
    waitFor: (shared) => unitOfWork.waitFor(shared),
  });
  return async (placed) =>
    locksOf(placed.order.terms).length === 0 ? (await together(placed))() : alone(placed);
}

/**
 * Stores new orders in one unit of work. Returns the result of each, in order; those that are refused leave nothing behind. Locks are
 * taken in the same order by all callers: names, owners, uuids. An order that replaces another is stored alone or with its whole batch, so
 * that a refusal takes back what it ended.
 */
export async function storeOrders(
  storage: Transaction,
  placed: readonly Placed[],
  quotas: OrderQuotas,
): Promise<readonly Result<Order, Conflict>[]> {
  await lockAll(
    storage,
    placed.flatMap(({ order }) => locksOf(order.terms)),
  );
  // Precedes counting what the owners have open.
  const unreplaced = await endAllReplaced(storage, placed);
  const replacing = placed.filter((one) => !unreplaced.has(one));
  const exceeded = await findExceeded(storage, replacing, quotas);
  const refused = new Map<Placed, Conflict>([...unreplaced, ...exceeded]);
  const admitted = placed.filter((one) => !refused.has(one));
  const stored = await storePlain(storage, admitted.filter(isPlain));
  const results: Result<Order, Conflict>[] = [];
  for (const one of placed) {
    const conflict = refused.get(one);
    if (conflict !== undefined) results.push(err(conflict));
    else if (!isPlain(one)) results.push(await storeOrder(storage, one));
    else results.push(stored.has(one) ? ok(one.order) : err({ kind: 'already-exists' }));
  }
  if (isLimited(quotas)) {
    const notStored = placed.filter((one, n) => !results[n]!.ok && !unreplaced.has(one));
    if (notStored.length > 0) await storage.ownerUsage.addPlaced(usageOf(notStored).map(negated));
  }
  return results;
}

/** Stores a new order whose locks are held. If another order of its one-cancels-other group was already sent, it is cancelled at once. */
export async function storeOrder(
  storage: Transaction,
  { order, event }: Placed,
  begin: (first: EventOfOrder) => Promise<void> = (first) => storage.events.begin([first]),
): Promise<Result<Order, StoreConflict | AlreadyExists>> {
  const { terms } = order;
  const clientOrderId = await claimClientOrderId(storage, terms);
  if (!clientOrderId.ok) return clientOrderId;
  const group = await enterOcoGroup(storage, terms);
  if (!group.ok) return group;
  const inserted = await storage.orders.insert(order);
  if (!inserted.ok) return inserted;
  await begin({ uuid: terms.uuid, event });
  if (group.value === 'open') return ok(order);
  const cancelled = unwrap(cancelOrder(order, 'oco', event.at));
  return cancelled.event === undefined
    ? ok(cancelled.order)
    : ok(unwrap(await changeOrder(storage, cancelled)));
}

/** Cancels the orders that these replace. Returns those whose predecessor cannot be cancelled. */
async function endAllReplaced(
  storage: Transaction,
  placed: readonly Placed[],
): Promise<ReadonlyMap<Placed, NotReplaced>> {
  const unreplaced = new Map<Placed, NotReplaced>();
  for (const one of placed) {
    const { terms } = one.order;
    if (!isReplacing(terms)) continue;
    const ended = await endReplaced(storage, terms, one.event.at);
    if (!ended.ok) unreplaced.set(one, ended.error);
  }
  return unreplaced;
}

const isReplacing = (terms: OrderTerms): terms is ReplacingTerms => terms.replaces !== undefined;

/** Whether the order can be stored beside any other orders of its owner, apart from quotas. */
const isPlain = ({ order }: Placed): boolean => locksOf(order.terms).length === 0;

/** Stores plain orders, and returns those that were stored: the first with each uuid that was not taken. */
async function storePlain(storage: Transaction, placed: readonly Placed[]): Promise<ReadonlySet<Placed>> {
  const first = new Map(placed.toReversed().map((one) => [one.order.terms.uuid, one]));
  const each = placed.filter((one) => first.get(one.order.terms.uuid) === one);
  if (each.length === 0) return new Set();
  const uuids = await storage.orders.insertMany(each.map(({ order }) => order));
  const stored = each.filter(({ order }) => uuids.has(order.terms.uuid));
  await storage.events.begin(stored.map(({ order, event }) => ({ uuid: order.terms.uuid, event })));
  return new Set(stored);
}

const isLimited = (quotas: OrderQuotas): boolean =>
  Object.values(quotas).some((quota) => quota !== undefined);

/** Counts the orders as placed, and finds those that exceed a quota of their owner. */
async function findExceeded(
  storage: Transaction,
  placed: readonly Placed[],
  quotas: OrderQuotas,
): Promise<ReadonlyMap<Placed, QuotaExceeded>> {
  const refused = new Map<Placed, QuotaExceeded>();
  if (!isLimited(quotas)) return refused;
  const added = usageOf(placed);
  // Precedes reading the open orders, because it makes the owners' other requests wait.
  const sums = await storage.ownerUsage.addPlaced(added);
  const ofDay = new Map(added.map((one, n) => [keyOf(one), sumOf(sums[n]!, negated(one))]));
  const open = new Map(await storage.ownerUsage.open([...new Set(added.map(({ owner }) => owner))]));
  for (const one of placed) {
    const { terms, createdAt: now } = one.order;
    const { owner } = terms;
    const own = usageOfOne(one);
    const usage = {
      placed: sumOf(ofDay.get(keyOf(own))!, own),
      open: sumOf(open.get(owner) ?? NO_ORDERS, own),
      now,
    };
    const exceeded = exceededQuota(usage, quotas);
    if (exceeded !== undefined) refused.set(one, exceeded);
    else {
      ofDay.set(keyOf(own), usage.placed);
      open.set(owner, usage.open);
    }
  }
  return refused;
}

/** Sums of the orders by owner and day. */
function usageOf(placed: readonly Placed[]): readonly PlacedOrders[] {
  const sums = new Map<string, PlacedOrders>();
  for (const own of placed.map(usageOfOne)) {
    const before = sums.get(keyOf(own));
    sums.set(keyOf(own), before === undefined ? own : { ...own, ...sumOf(before, own) });
  }
  return [...sums.values()];
}

const usageOfOne = ({ order: { terms, createdAt } }: Placed): PlacedOrders => ({
  owner: terms.owner,
  day: dayOf(createdAt),
  orders: 1,
  bytes: storedBytes(terms),
});

const keyOf = ({ owner, day }: PlacedOrders): string => `${owner} ${day.getTime()}`;

const negated = <T extends StoredOrders>(usage: T): T => ({
  ...usage,
  orders: -usage.orders,
  bytes: -usage.bytes,
});

const clientOrderLock = (owner: Address, clientOrderId: string) =>
  `client-order-id:${owner}:${clientOrderId}`;

/** Returns the names of the locks that must be held while the order is stored. */
export function locksOf(terms: OrderTerms): readonly string[] {
  const { owner, clientOrderId, replaces } = terms;
  const group = ocoGroupOf(terms);
  return [
    ...(clientOrderId === undefined ? [] : [clientOrderLock(owner, clientOrderId)]),
    ...(group === undefined ? [] : [ocoLock(owner, group)]),
    ...(replaces === undefined ? [] : [`replaces:${replaces}`]),
  ];
}

/** Makes sure that no other live order of the owner has the same client id, whose lock is held. */
async function claimClientOrderId(
  storage: Transaction,
  { owner, clientOrderId, uuid }: OrderTerms,
): Promise<Result<void, ClientOrderIdTaken>> {
  if (clientOrderId === undefined) return ok();
  const holder = await storage.orders.findLiveByClientOrderId(owner, clientOrderId);
  const free = holder === undefined || holder.terms.uuid === uuid;
  return free ? ok() : err({ kind: 'client-order-id-taken', clientOrderId });
}
