import type { LoggedOrderEvent } from '../../domain/order/events.js';
import {
  ORDER_STATUSES,
  type Order,
  type OrderStatus,
  type OrderPosition,
} from '../../domain/order/order.js';
import { toSearchTerm } from '../../domain/order/search.js';
import { parseAddress } from '../../domain/shared/address.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { OrderPage, OrderQuery, OrderScope, Ports } from '../../ports/index.js';
import { findOrder, type OrderNotFound } from './find-order.js';

export interface InvalidOwner {
  readonly kind: 'invalid-owner';
  readonly reason: string;
}

/** Limits a list to an owner, a strategy or both; every order when empty. */
export interface OrderFilter {
  readonly owner?: string;
  readonly strategyId?: string;
}

export interface ListOrdersInput extends OrderFilter {
  /** `open` includes broadcasted; `all` is no filter. */
  readonly status: OrderStatus | 'all';
  /** Part of uuid, owner, one of the three tokens or txid, in any case; the empty text is no filter. */
  readonly search?: string;
  readonly sortBy: OrderQuery['sortBy'];
  readonly sortOrder: OrderQuery['sortOrder'];
  /** 1 or more; counts from `after` when that is given. */
  readonly page: number;
  /** 1 to 50. */
  readonly limit: number;
  /** `next` of a page with the same sort. Costs the same however deep it leads. */
  readonly after?: OrderPosition;
}

export type GetOrder = (ref: string) => Promise<Result<Order, OrderNotFound>>;
export type GetOrderEvents = (ref: string) => Promise<Result<readonly LoggedOrderEvent[], OrderNotFound>>;
export type ListOrders = (input: ListOrdersInput) => Promise<Result<OrderPage, InvalidOwner>>;
/** Every order that passes the filter, read from storage as the caller consumes them. */
export type StreamOrders = (filter: OrderFilter) => Result<AsyncIterable<Order>, InvalidOwner>;
/** The number of orders in each status. */
export type CountOrders = () => Promise<Readonly<Record<OrderStatus, number>>>;

type ScopePorts = Pick<Ports, 'orders' | 'registry' | 'hasher'>;

export const makeGetOrder =
  ({ orders }: Pick<Ports, 'orders'>): GetOrder =>
  (ref) =>
    findOrder(orders, ref);

export const makeGetOrderEvents =
  ({ orders, events }: Pick<Ports, 'orders' | 'events'>): GetOrderEvents =>
  async (ref) => {
    const order = await findOrder(orders, ref);
    return order.ok ? ok(await events.list(order.value.terms.uuid)) : order;
  };

export const makeListOrders = (ports: ScopePorts): ListOrders => {
  return async ({ owner, strategyId, status, search = '', sortBy, sortOrder, page, limit, after }) => {
    const scope = parseScope({ owner, strategyId }, ports);
    if (!scope.ok) return scope;
    const term = toSearchTerm(search);
    return ok(
      await ports.orders.listPage({
        ...scope.value,
        ...(status !== 'all' && { statuses: status === 'open' ? ['open', 'broadcasted'] : [status] }),
        ...(term !== undefined && { search: term }),
        sortBy,
        sortOrder,
        ...(after !== undefined && { after }),
        offset: (page - 1) * limit,
        limit,
      }),
    );
  };
};

export const makeStreamOrders =
  (ports: ScopePorts): StreamOrders =>
  (filter) => {
    const scope = parseScope(filter, ports);
    return scope.ok ? ok(ports.orders.stream(scope.value)) : scope;
  };

export const makeCountOrders =
  ({ orders }: Pick<Ports, 'orders'>): CountOrders =>
  async () => {
    const query = { sortBy: 'createdAt', sortOrder: 'desc', offset: 0, limit: 1 } as const;
    const count = async (status: OrderStatus) =>
      [status, (await orders.listPage({ ...query, statuses: [status] })).total] as const;
    return Object.fromEntries(await Promise.all(ORDER_STATUSES.map(count))) as Record<OrderStatus, number>;
  };

function parseScope(
  { owner: raw, strategyId }: { readonly [K in keyof OrderFilter]: OrderFilter[K] | undefined },
  { registry, hasher }: ScopePorts,
): Result<OrderScope, InvalidOwner> {
  const strategy = strategyId === undefined ? {} : { strategyId };
  if (raw === undefined) return ok(strategy);
  const owner = parseAddress(raw, registry.current().network, hasher.sha256);
  if (!owner.ok) return err({ kind: 'invalid-owner', reason: owner.error.reason });
  return ok({ ...strategy, owner: owner.value });
}
