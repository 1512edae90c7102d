import { requireKnown, type ChangeOptions, type ReadOptions } from './call.js';
import { connect, type ClientOptions, type Connection } from './connection.js';
import { ClientError } from './client-error.js';
import {
  Credentials,
  type CredentialOptions,
  type OrderReadOptions,
  type SignedFields,
} from './credentials.js';
import {
  FOLLOW_ORDER,
  FOLLOW_ORDERS,
  OrderFollower,
  SCOPE,
  type FollowOrdersOptions,
  type OrderScope,
} from './follow-orders.js';
import type { Names } from './known-names.js';
import { isSettled, type OrderUpdate } from './order-updates.js';
import { itemsOf, type Page } from './pages.js';
import type { QueryOf, ResponseOf, Route } from './route.js';
import { isoOf, type Time } from './times.js';
import { requireFollowable } from './stream.js';
import type {
  Order,
  OrderBatchDraft,
  OrderDraft,
  OrderEvent,
  OrderSelection,
  Strategy,
} from './wire/swap.js';

/** Options of what only an order's owner may do. */
export interface OwnerOptions extends ChangeOptions, CredentialOptions {}

type Filters = QueryOf<'listOrders'>;

/** Which orders, in which sequence. */
export interface OrderQuery extends Omit<Filters, 'from' | 'to' | 'ids'> {
  /** Only orders created at this time or later. */
  readonly from?: Time | undefined;
  /** Only orders created before this time. */
  readonly to?: Time | undefined;
  /** Only orders with these handles or uuids: up to 100. */
  readonly ids?: readonly string[] | undefined;
}

/** A signed order, such as `signOrder` of `sluice/signing` makes. */
export interface OrderToPlace extends Omit<OrderDraft, 'slippage' | 'maxPriceImpact'> {
  /** A fraction; also as decimal text. */
  readonly slippage?: number | string | undefined;
  /** A fraction; also as decimal text. */
  readonly maxPriceImpact?: number | string | undefined;
}

/** Orders of the service. An order is named by its handle or uuid, or by `client:` and the clientOrderId that its owner gave it. */
export interface OrdersClient {
  /** One page, of 50 orders where `limit` does not say otherwise. */
  list(query?: OrderQuery, options?: OrderReadOptions): Promise<Page<Order>>;
  /** All that match, page by page. */
  all(query?: Omit<OrderQuery, 'page' | 'cursor'>, options?: OrderReadOptions): AsyncIterable<Order>;
  /** Rejects with status 404 for an order that is unknown. */
  get(id: string, options?: OrderReadOptions): Promise<Order>;
  /** Up to 100 orders by handle or uuid; those that are unknown are missing. */
  getMany(ids: readonly string[], options?: OrderReadOptions): Promise<readonly Order[]>;
  /** Everything that happened to an order, oldest first. */
  events(id: string, options?: OrderReadOptions): Promise<readonly OrderEvent[]>;
  /**
   * Follows orders: first those that are open, then everything that happens to them and to new ones, until `signal` or `break` ends it.
   * It streams, connects again by itself, and polls where the server or a proxy does not stream. No event comes twice and none is
   * left out, over lost connections and restarts of the server too.
   */
  follow(scope: OrderScope, options?: FollowOrdersOptions): AsyncIterable<OrderUpdate>;
  /** Resolves to the order once it is confirmed, failed or cancelled, however long that takes; `signal` ends the wait. */
  settled(id: string, options?: Omit<FollowOrdersOptions, 'after'>): Promise<Order>;
  /** Placing the same order again returns the stored one. */
  place(order: OrderToPlace, options?: ChangeOptions): Promise<Order>;
  /** Places up to 100 signed orders; `atomic`: all or none. The result says for each what became of it. */
  placeMany(
    batch: { readonly orders: readonly OrderToPlace[]; readonly atomic?: boolean },
    options?: ChangeOptions,
  ): Promise<ResponseOf<'placeOrders'>>;
  /** Sends an open order's swap now. Needs an API key with the permission `execute`, or the wallet. */
  execute(id: string, options?: OwnerOptions): Promise<ResponseOf<'executeOrder'>>;
  /** Ends an open order. One that has ended is returned as it is: look at `status`. Needs an API key with the permission `cancel`, or the wallet. */
  cancel(id: string, options?: OwnerOptions): Promise<Order>;
  /** Ends the owner's open orders that match; every one without a selection. */
  cancelMany(selection?: OrderSelection, options?: OwnerOptions): Promise<ResponseOf<'cancelOrders'>>;
  /** One page of an owner's plans: orders with the same strategyId. */
  plans(query: QueryOf<'listStrategies'>, options?: OrderReadOptions): Promise<Page<Strategy>>;
  /** All plans of an owner, page by page. */
  allPlans(query: { readonly owner: string }, options?: OrderReadOptions): AsyncIterable<Strategy>;
  /** Whether new swaps are sent, and if not, what stops them: orders then wait, whatever their triggers. */
  sending(options?: ReadOptions): Promise<ResponseOf<'readSending'>>;
  /** What became of one plan. */
  plan(strategyId: string, query: QueryOf<'getStrategy'>, options?: OrderReadOptions): Promise<Strategy>;
}

const LIST: Route<'listOrders'> = {
  area: 'swap',
  method: 'GET',
  path: '/api/v1/orders',
  query: {
    ...{ owner: 1, strategyId: 1, token: 1, inputToken: 1, outputToken: 1, pair: 1, from: 1, to: 1, txid: 1 },
    ...{ ids: 1, page: 1, limit: 1, sortBy: 1, sortOrder: 1, status: 1, search: 1, cursor: 1 },
  },
};
const GET: Route<'getOrder'> = { area: 'swap', method: 'GET', path: '/api/v1/orders/{uuid}' };
const EVENTS: Route<'listOrderEvents'> = {
  area: 'swap',
  method: 'GET',
  path: '/api/v1/orders/{uuid}/events',
};
const PLACE: Route<'placeOrder'> = {
  area: 'swap',
  method: 'POST',
  path: '/api/v1/orders/new',
  idempotent: true,
};
const PLACE_MANY: Route<'placeOrders'> = {
  area: 'swap',
  method: 'POST',
  path: '/api/v1/orders/batch',
  idempotent: true,
};
const EXECUTE: Route<'executeOrder'> = {
  area: 'swap',
  method: 'POST',
  path: '/api/v1/orders/{uuid}/execute',
  idempotent: true,
};
const CANCEL: Route<'cancelOrder'> = {
  area: 'swap',
  method: 'PATCH',
  path: '/api/v1/orders/{uuid}/cancel',
  idempotent: true,
};
const CANCEL_MANY: Route<'cancelOrders'> = {
  area: 'swap',
  method: 'POST',
  path: '/api/v1/orders/cancel',
  idempotent: true,
};
const PLANS: Route<'listStrategies'> = {
  area: 'swap',
  method: 'GET',
  path: '/api/v1/strategies',
  query: { owner: 1, limit: 1, cursor: 1 },
};
const PLAN: Route<'getStrategy'> = {
  area: 'swap',
  method: 'GET',
  path: '/api/v1/strategies/{strategyId}',
  query: { owner: 1 },
};
const SENDING: Route<'readSending'> = { area: 'swap', method: 'GET', path: '/api/v1/sending' };
const BATCH: Names<OrderBatchDraft> = { orders: 1, atomic: 1 };
const SELECTION: Names<OrderSelection> = { strategyId: 1, inputToken: 1, outputToken: 1, pair: 1 };
const BY: Names<CredentialOptions> = { by: 1 };

const PAGE_LENGTH = 50;

/**
 * A client of orders alone. Sends nothing yet.
 *
 * @throws RangeError for an unknown or invalid option.
 * @example
 * const orders = ordersClient({ baseUrl: 'https://dex.example.org' });
 * for await (const { handle, status } of orders.all({ owner: 'SP…' })) console.log(handle, status);
 */
export const ordersClient = (options: ClientOptions): OrdersClient => {
  const connection = connect(options);
  return ordersOf(connection, new Credentials(connection));
};

export function ordersOf(connection: Connection, credentials: Credentials): OrdersClient {
  const { call } = connection;
  const reading = (options: OrderReadOptions) => ({
    ...{ options, more: BY },
    prove: credentials.reader(options.by),
  });
  const owning = (options: OwnerOptions, fields: SignedFields) => ({
    ...{ options, more: BY },
    prove: credentials.owner(fields, options),
  });
  const client: OrdersClient = {
    list: async ({ from, to, ids, ...query } = {}, options = {}) => {
      const isPaged = ids === undefined || query.limit !== undefined;
      const limits = isPaged ? { limit: PAGE_LENGTH } : {};
      const filters = { from: isoOf(from), to: isoOf(to), ids: ids?.join(',') };
      const { data, pagination } = await call(LIST, {
        query: { ...limits, ...query, ...filters },
        ...reading(options),
      });
      return { items: data, nextCursor: pagination?.nextCursor, total: pagination?.total };
    },
    all: (query = {}, options) => itemsOf((cursor) => client.list({ ...query, cursor }, options)),
    get: async (uuid, options = {}) => (await call(GET, { params: { uuid }, ...reading(options) })).data,
    getMany: async (ids, options) => (ids.length === 0 ? [] : (await client.list({ ids }, options)).items),
    events: async (uuid, options = {}) =>
      (await call(EVENTS, { params: { uuid }, ...reading(options) })).data,
    follow: (scope, options = {}) => {
      requireKnown(scope, SCOPE);
      requireFollowable(options, FOLLOW_ORDERS);
      return new OrderFollower(connection, credentials, client, scope, options).updates();
    },
    settled: async (id, options = {}) => {
      requireFollowable(options, FOLLOW_ORDER);
      for await (const update of client.follow({ id }, options))
        if (update.type !== 'synced' && isSettled(update.order)) return update.order;
      throw new ClientError('The order is no longer followed', { code: 'unexpected-shape' });
    },
    place: async (order, options) => (await call(PLACE, { body: order as OrderDraft, options })).data,
    placeMany: async (batch, options) => {
      requireKnown(batch, BATCH);
      return call(PLACE_MANY, { body: batch as OrderBatchDraft, options });
    },
    execute: (uuid, options = {}) =>
      call(EXECUTE, { params: { uuid }, ...owning(options, { action: 'execute_order', uuid }) }),
    cancel: async (uuid, options = {}) => {
      const proven = owning(options, { action: 'cancel_order', uuid });
      return (await call(CANCEL, { params: { uuid }, ...proven })).data;
    },
    cancelMany: async (body = {}, options = {}) => {
      requireKnown(body, SELECTION);
      return call(CANCEL_MANY, { body, ...owning(options, { action: 'cancel_orders', ...body }) });
    },
    plans: async (query, options = {}) => {
      const { data, pagination } = await call(PLANS, { query, ...reading(options) });
      return { items: data, nextCursor: pagination.nextCursor };
    },
    allPlans: (query, options) =>
      itemsOf((cursor) => client.plans({ ...query, limit: PAGE_LENGTH, cursor }, options)),
    plan: async (strategyId, query, options = {}) =>
      (await call(PLAN, { params: { strategyId }, query, ...reading(options) })).data,
    sending: (options) => call(SENDING, { options }),
  };
  return client;
}
