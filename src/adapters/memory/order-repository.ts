import type { OrderHandle, OrderUuid } from '../../domain/order/ids.js';
import {
  ORDER_STATUSES,
  positionOf,
  txidOf,
  type OpenOrder,
  type Order,
  type OrderPosition,
} from '../../domain/order/order.js';
import { isShortTerm, matchesSearch } from '../../domain/order/lists/search.js';
import type { Address } from '../../domain/shared/address.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type {
  AlreadyExists,
  OrderPage,
  OrderQuery,
  OrderRepository,
  OrderScope,
  StaleVersion,
} from '../../ports/order-repository.js';
import type { Session, Tables } from './tables.js';

export class InMemoryOrderRepository implements OrderRepository {
  constructor(private readonly session: Session) {}

  async insert(order: Order): Promise<Result<void, AlreadyExists>> {
    const stored = await this.insertMany([order]);
    return stored.size === 1 ? ok() : err({ kind: 'already-exists' });
  }

  insertMany(added: readonly Order[]): Promise<ReadonlySet<OrderUuid>> {
    const copies = structuredClone(added);
    return this.session.write((tables) => {
      const free = copies.filter(({ terms }) => tables.orders.get(terms.uuid) === undefined);
      for (const order of free) addOrder(tables, order);
      return new Set(free.map(({ terms }) => terms.uuid));
    });
  }

  async update<T extends Order>(order: T): Promise<Result<T, StaleVersion>> {
    const next = { ...structuredClone(order), version: order.version + 1 };
    const updated = await this.updateMany([order]);
    return updated.size === 1 ? ok(next) : err({ kind: 'stale-version' });
  }

  updateMany(updated: readonly Order[]): Promise<ReadonlySet<OrderUuid>> {
    const copies = structuredClone(updated);
    return this.session.write(({ orders, queue }) => {
      const current = copies.filter(({ terms, version }) => orders.get(terms.uuid)?.version === version);
      for (const order of current) {
        const { uuid } = order.terms;
        orders.set(uuid, { ...order, version: order.version + 1 });
        if (order.status !== 'open') queue.delete(uuid);
      }
      return new Set(current.map(({ terms }) => terms.uuid));
    });
  }

  async amend(order: OpenOrder): Promise<Result<OpenOrder, StaleVersion>> {
    return this.session.write(({ orders, queue, reachedStops }) => {
      const { uuid } = order.terms;
      if (orders.get(uuid)?.version !== order.version) return err({ kind: 'stale-version' });
      const next = { ...structuredClone(order), version: order.version + 1 };
      orders.set(uuid, next);
      queue.delete(uuid);
      reachedStops.delete(uuid);
      return ok(next);
    });
  }

  findById(uuid: OrderUuid): Promise<Order | undefined> {
    return this.session.read(({ orders }) => orders.get(uuid));
  }

  findMany(uuids: readonly OrderUuid[]): Promise<readonly Order[]> {
    return this.session.read(({ orders }) => uuids.flatMap((uuid) => orders.get(uuid) ?? []));
  }

  findByHandle(handle: OrderHandle): Promise<Order | undefined> {
    return this.session.read(({ orders, handles }) => orders.get(handles.get(handle) ?? ''));
  }

  async findLiveByClientOrderId(owner: Address, clientOrderId: string): Promise<Order | undefined> {
    return (await this.allNamed(owner, clientOrderId)).find(isLive);
  }

  async findNewestByClientOrderId(owner: Address, clientOrderId: string): Promise<Order | undefined> {
    const named = await this.allNamed(owner, clientOrderId);
    return named.sort((a, b) => byCreation(positionOf(a), positionOf(b))).at(-1);
  }

  async listByStrategy(owner: Address, strategyId: string): Promise<readonly Order[]> {
    const found = await this.all(
      ({ terms }) => terms.owner === owner && terms.strategy.strategyId === strategyId,
    );
    return found.sort((a, b) => textOrder(a.terms.uuid, b.terms.uuid));
  }

  async listUncancelledByStrategy(owner: Address, strategyId: string): Promise<readonly Order[]> {
    const found = await this.listByStrategy(owner, strategyId);
    return found.filter(({ status }) => status !== 'cancelled');
  }

  listPage(query: OrderQuery): Promise<OrderPage> {
    return this.session.read(({ orders }) => pageOf([...orders.values()].filter(isWanted(query)), query));
  }

  async *stream(scope: OrderScope = {}): AsyncIterable<Order> {
    const found = await this.all(isIn(scope));
    found.sort((a, b) => byCreation(positionOf(a), positionOf(b)));
    for (const order of found) yield order;
  }

  private allNamed(owner: Address, clientOrderId: string): Promise<Order[]> {
    return this.session.read(({ orders, clientOrderIds }) => {
      const uuids = clientOrderIds.get(clientKey(owner, clientOrderId)) ?? [];
      return uuids.map((uuid) => orders.get(uuid)).filter((order) => order !== undefined);
    });
  }

  private all(matches: (order: Order) => boolean): Promise<Order[]> {
    return this.session.read(({ orders }) => [...orders.values()].filter(matches));
  }
}

function addOrder({ orders, handles, clientOrderIds }: Tables, order: Order): void {
  const { uuid, handle, owner, clientOrderId } = order.terms;
  orders.set(uuid, order);
  handles.set(handle, uuid);
  if (clientOrderId === undefined) return;
  const key = clientKey(owner, clientOrderId);
  clientOrderIds.set(key, [...(clientOrderIds.get(key) ?? []), uuid]);
}

/** Returns the page of a query from the orders in its scope. */
function pageOf(inScope: Order[], query: OrderQuery): OrderPage {
  const { search, countTo = Infinity, sortBy, sortOrder, after, offset, limit } = query;
  const isShort = search !== undefined && isShortTerm(search);
  const searched = isShort ? newest(inScope, countTo) : inScope;
  const found = search === undefined ? searched : searched.filter((order) => matchesSearch(order, search));
  const forward = sortBy === 'status' ? byStatus : byCreation;
  const compare: Comparison = sortOrder === 'asc' ? forward : (a, b) => forward(b, a);
  found.sort((a, b) => compare(positionOf(a), positionOf(b)));
  const behind = after ? found.filter((order) => compare(positionOf(order), after) > 0) : found;
  const isBounded = search !== undefined && found.length > countTo;
  const total = isBounded ? countTo : found.length;
  const isLowerBound = isBounded || searched.length < inScope.length;
  const totals = isLowerBound ? { total, totalIsLowerBound: true as const } : { total };
  if (isLowerBound && offset >= total) return { orders: [], ...totals };
  const orders = behind.slice(offset, offset + limit);
  const last = offset + limit < behind.length ? orders.at(-1) : undefined;
  return { orders, ...totals, ...(last && { next: positionOf(last) }) };
}

const clientKey = (owner: Address, clientOrderId: string) => `${owner} ${clientOrderId}`;

const isLive = ({ status }: Order) => status === 'open' || status === 'broadcasted';

const isIn = (scope: OrderScope) => {
  const { owner, strategyId, inputToken, outputToken, token, pair, from, to, txid, handles } = scope;
  const named = handles && new Set(handles);
  return (order: Order) => {
    const { terms, createdAt } = order;
    return (
      (owner === undefined || terms.owner === owner) &&
      (strategyId === undefined || terms.strategy.strategyId === strategyId) &&
      (inputToken === undefined || terms.inputToken === inputToken) &&
      (outputToken === undefined || terms.outputToken === outputToken) &&
      (token === undefined || terms.inputToken === token || terms.outputToken === token) &&
      (pair === undefined || pair.every((side) => side === terms.inputToken || side === terms.outputToken)) &&
      (from === undefined || createdAt >= from) &&
      (to === undefined || createdAt < to) &&
      (txid === undefined || txidOf(order) === txid) &&
      (named === undefined || named.has(terms.handle))
    );
  };
};

const isWanted = (query: OrderQuery) => {
  const { statuses } = query;
  const isInScope = isIn(query);
  return (order: Order) => isInScope(order) && (statuses === undefined || statuses.includes(order.status));
};

type Comparison = (a: OrderPosition, b: OrderPosition) => number;

const textOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export const byCreation: Comparison = (a, b) =>
  a.createdAt.getTime() - b.createdAt.getTime() || textOrder(a.handle, b.handle);

const newest = (orders: readonly Order[], count: number): Order[] =>
  orders.toSorted((a, b) => byCreation(positionOf(b), positionOf(a))).slice(0, count);

const byStatus: Comparison = (a, b) =>
  ORDER_STATUSES.indexOf(a.status) - ORDER_STATUSES.indexOf(b.status) || byCreation(a, b);
