import type { LoggedOrderEvent } from '../../domain/order/events.js';
import type { Order, OrderStatus } from '../../domain/order/order.js';
import { parseAddress, type Address } from '../../domain/shared/address.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { OrderPage, OrderQuery, Ports } from '../../ports/index.js';
import { findOrder, type OrderNotFound } from './find-order.js';

export interface InvalidOwner {
  readonly kind: 'invalid-owner';
  readonly reason: string;
}

export interface ListOrdersInput {
  readonly owner?: string;
  /** `open` also means broadcasted; `all` is no filter. */
  readonly status: OrderStatus | 'all';
  readonly sortBy: OrderQuery['sortBy'];
  readonly sortOrder: OrderQuery['sortOrder'];
  /** 1 or more. */
  readonly page: number;
  /** 1 to 50. */
  readonly limit: number;
}

export type GetOrder = (ref: string) => Promise<Result<Order, OrderNotFound>>;
export type GetOrderEvents = (ref: string) => Promise<Result<readonly LoggedOrderEvent[], OrderNotFound>>;
export type ListOrders = (input: ListOrdersInput) => Promise<Result<OrderPage, InvalidOwner>>;
/** Every order (of the owner), read as the caller takes them. */
export type StreamOrders = (filter: {
  readonly owner?: string;
}) => Result<AsyncIterable<Order>, InvalidOwner>;

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

export const makeListOrders = (ports: Pick<Ports, 'orders' | 'registry' | 'hasher'>): ListOrders => {
  return async ({ owner, status, sortBy, sortOrder, page, limit }) => {
    const address = parseOwner(owner, ports);
    if (!address.ok) return address;
    return ok(
      await ports.orders.listPage({
        ...(address.value !== undefined && { owner: address.value }),
        ...(status !== 'all' && { statuses: status === 'open' ? ['open', 'broadcasted'] : [status] }),
        sortBy,
        sortOrder,
        offset: (page - 1) * limit,
        limit,
      }),
    );
  };
};

export const makeStreamOrders = (ports: Pick<Ports, 'orders' | 'registry' | 'hasher'>): StreamOrders => {
  return ({ owner }) => {
    const address = parseOwner(owner, ports);
    return address.ok ? ok(ports.orders.stream(address.value)) : address;
  };
};

function parseOwner(
  raw: string | undefined,
  { registry, hasher }: Pick<Ports, 'registry' | 'hasher'>,
): Result<Address | undefined, InvalidOwner> {
  if (raw === undefined) return ok(undefined);
  const owner = parseAddress(raw, registry.current().network, (bytes) => hasher.sha256(bytes));
  return owner.ok ? owner : err({ kind: 'invalid-owner', reason: owner.error.reason });
}
