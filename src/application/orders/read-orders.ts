import type { LoggedOrderEvent } from '../../domain/order/events.js';
import {
  ORDER_STATUSES,
  type Order,
  type OrderStatus,
  type OrderPosition,
} from '../../domain/order/order.js';
import { toSearchTerm } from '../../domain/order/search.js';
import { parseAddress, type Address } from '../../domain/shared/address.js';
import { defined } from '../../domain/shared/fields.js';
import { err, ok, type Invalid, type Result } from '../../domain/shared/result.js';
import type { OrderPage, OrderQuery, OrderScope, Ports } from '../../ports/index.js';
import type { ReadTokenBook } from '../metadata/read-token-book.js';
import { findOrder, type OrderNotFound } from './find-order.js';

export type InvalidOwner = Invalid<'invalid-owner'>;

/** Limits a list to an owner, a strategy or both; every order when empty. */
export interface OrderFilter {
  readonly owner?: string;
  readonly strategyId?: string;
}

/** Selects one page of orders. */
export interface ListOrdersInput extends OrderFilter {
  /** `open` includes broadcasted; `all` is no filter. */
  readonly status: OrderStatus | 'all';
  /** What `matchesSearch` looks for, in any case; the empty text is no filter. */
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

export type ScopePorts = Pick<Ports, 'registry' | 'hasher'>;

export const makeReadOrders = (
  ports: ScopePorts & Pick<Ports, 'orders' | 'events'>,
  readTokens: ReadTokenBook,
) => {
  const { orders, events, registry } = ports;

  const get = (ref: string, owner?: Address): Promise<Result<Order, OrderNotFound>> =>
    findOrder(orders, ref, owner);

  return {
    /** Finds an order by its handle, its uuid or, of the owner's orders, `client:` and its clientOrderId. Accepts any text. */
    get,
    /** Lists the events of the order that `get` finds, oldest first. */
    events: async (
      ref: string,
      owner?: Address,
    ): Promise<Result<readonly LoggedOrderEvent[], OrderNotFound>> => {
      const order = await get(ref, owner);
      return order.ok ? ok(await events.list(order.value.terms.uuid)) : order;
    },
    list: async (input: ListOrdersInput): Promise<Result<OrderPage, InvalidOwner>> => {
      const { status, search = '', sortBy, sortOrder, page, limit, after } = input;
      const scope = parseScope(input, ports);
      if (!scope.ok) return scope;
      const statuses: OrderStatus[] | undefined =
        status === 'all' ? undefined : status === 'open' ? ['open', 'broadcasted'] : [status];
      const filter = { ...scope.value, ...defined({ statuses, search: toSearchTerm(search), after }) };
      return ok(await orders.listPage({ ...filter, sortBy, sortOrder, offset: (page - 1) * limit, limit }));
    },
    /** Every order that passes the filter, read from storage as the caller consumes them. */
    stream: (filter: OrderFilter): Result<AsyncIterable<Order>, InvalidOwner> => {
      const scope = parseScope(filter, ports);
      return scope.ok ? ok(orders.stream(scope.value)) : scope;
    },
    /** The tokens that orders name, as they are described now. */
    tokens: () => readTokens(registry.current()),
    /** The number of orders in each status. */
    count: async (): Promise<Readonly<Record<OrderStatus, number>>> => {
      const query = { sortBy: 'createdAt', sortOrder: 'desc', offset: 0, limit: 1 } as const;
      const count = async (status: OrderStatus) =>
        [status, (await orders.listPage({ ...query, statuses: [status] })).total] as const;
      return Object.fromEntries(await Promise.all(ORDER_STATUSES.map(count))) as Record<OrderStatus, number>;
    },
  } as const;
};

function parseScope(
  { owner: raw, strategyId }: OrderFilter,
  ports: ScopePorts,
): Result<OrderScope, InvalidOwner> {
  const strategy = strategyId === undefined ? {} : { strategyId };
  if (raw === undefined) return ok(strategy);
  const owner = parseOwner(raw, ports);
  return owner.ok ? ok({ ...strategy, owner: owner.value }) : owner;
}

/** Reads the owner parameter of a read. */
export function parseOwner(raw: string, { registry, hasher }: ScopePorts): Result<Address, InvalidOwner> {
  const owner = parseAddress(raw, registry.current().network, hasher.sha256);
  return owner.ok ? owner : err({ kind: 'invalid-owner', reason: owner.error.reason });
}
