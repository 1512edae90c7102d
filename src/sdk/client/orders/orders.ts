import { requireKnown, type ReadOptions } from '../transport/call.js';
import type { ClientOptions, Connection } from '../transport/connection.js';
import { ClientError, invalidArgument } from '../transport/client-error.js';
import {
  alone,
  type Credentials,
  type CredentialOptions,
  type OrderReadOptions,
  type SignedFields,
} from '../owner/credentials.js';
import {
  FOLLOW_ORDER,
  FOLLOW_ORDERS,
  OrderFollower,
  SCOPE,
  type FollowOrdersOptions,
  type OrderScope,
} from './follow-orders.js';
import type { Names } from '../transport/known-names.js';
import { namedOrders } from './named-orders.js';
import { isSettled } from './order-updates.js';
import type {
  AmendedTerms,
  OrderBatch,
  OrderQuery,
  OrdersClient,
  OrderToPlace,
  UnplacedOrder,
  OwnerOptions,
  ReplaySpan,
} from './orders-client.js';
import { itemsOf } from '../transport/pages.js';
import { tooFar, priceConcern, type OrderPrice, type PlaceOptions } from './price-concern.js';
import { shownOrder, shownPlan } from './read-orders.js';
import type { QueryOf } from '../transport/route.js';
import { isoOf } from '../transport/times.js';
import { requireFollowable } from '../transport/stream.js';
import type { OrderBatchDraft, OrderDraft, OrderSelection } from '../wire/swap.js';
import type * as wire from '../wire/swap.js';
import * as routes from '../wire/routes.js';

const BATCH: Names<OrderBatchDraft> = { orders: 1, atomic: 1 };
const SELECTION: Names<OrderSelection> = { strategyId: 1, inputToken: 1, outputToken: 1, pair: 1 };
const BY: Names<CredentialOptions> = { by: 1 };

const FAR: { readonly more: Names<Pick<PlaceOptions, 'farFromMarket'>> } = { more: { farFromMarket: 1 } };

const PAGE_LENGTH = 50;
/** Time limit of the price check, ms. Without a quote by then, the order is placed unchecked. */
const CHECK_MS = 5_000;

/**
 * A client of orders alone. Sends nothing yet.
 *
 * @throws RangeError for an unknown or invalid option.
 * @example
 * const orders = ordersClient({ baseUrl: 'https://dex.example.org' });
 * for await (const { handle, status } of orders.all({ owner: 'SP…' })) console.log(handle, status);
 */
export const ordersClient = (options: ClientOptions): OrdersClient => alone(ordersOf, options);

export function ordersOf(connection: Connection, credentials: Credentials): OrdersClient {
  const { call } = connection;
  /** Returns the identity that reads orders and the options of its requests. `owner` is the one that the query names, if any. */
  const reading = (options: OrderReadOptions = {}, owner?: string) => {
    const by = credentials.readerOf(options.by, owner);
    return { by, how: { options, more: BY, prove: credentials.reader(by) } };
  };
  const owning = (options: OwnerOptions, fields: SignedFields) => ({
    ...{ options, more: BY },
    prove: credentials.owner(fields, options),
  });
  const checking = ({ signal }: PlaceOptions) => ({ timeoutMs: CHECK_MS, ...(signal && { signal }) });
  const concernOf = async (order: OrderPrice, options: PlaceOptions) =>
    options.farFromMarket
      ? undefined
      : priceConcern(connection, order, checking(options)).catch(() => undefined);
  /** Checks prices, unless `farFromMarket` is set. A concern about an order that is already stored is ignored: it was checked before. */
  const near = (orders: readonly (OrderPrice & { readonly uuid: string })[], options: PlaceOptions = {}) =>
    Promise.all(
      orders.map(async (order) => {
        const concern = await concernOf(order, options);
        if (concern === undefined) return;
        const reading = { params: { uuid: order.uuid }, options: checking(options) };
        await call(routes.getOrder, reading).catch(() => {
          throw tooFar(concern);
        });
      }),
    );
  const client = {
    list: async ({ from, to, ids, ...query }: OrderQuery = {}, options?: OrderReadOptions) => {
      const isPaged = ids === undefined || query.limit !== undefined;
      const limits = isPaged ? { limit: PAGE_LENGTH } : {};
      const filters = { from: isoOf(from), to: isoOf(to), ids: ids?.join(',') };
      const { by, how } = reading(options, query.owner);
      const { data, pagination } = await call(routes.listOrders, {
        query: { ...limits, ...query, ...filters },
        ...how,
      });
      return {
        items: data.map((order) => shownOrder(order, by)),
        nextCursor: pagination?.nextCursor,
        total: pagination?.total,
      };
    },
    all: (query: Omit<OrderQuery, 'page' | 'cursor'> = {}, options?: OrderReadOptions) =>
      itemsOf((cursor) => client.list({ ...query, cursor }, options)),
    get: async (uuid: string, options?: OrderReadOptions) => {
      const { by, how } = reading(options);
      return shownOrder((await call(routes.getOrder, { params: { uuid }, ...how })).data, by);
    },
    getMany: async (ids: readonly string[], options?: OrderReadOptions) =>
      ids.length === 0 ? [] : (await client.list({ ids }, options)).items,
    events: async (uuid: string, options?: OrderReadOptions) =>
      (await call(routes.listOrderEvents, { params: { uuid }, ...reading(options).how })).data,
    report: async (uuid: string, options?: OrderReadOptions) =>
      (await call(routes.getOrderReport, { params: { uuid }, ...reading(options).how })).data,
    executionQuality: async (query: QueryOf<'readExecutionQuality'> = {}, options?: ReadOptions) =>
      (await call(routes.readExecutionQuality, { query, options })).data,
    follow: (scope: OrderScope, options: FollowOrdersOptions = {}) => {
      requireKnown(scope, SCOPE);
      requireFollowable(options, FOLLOW_ORDERS);
      return new OrderFollower(connection, credentials, client, scope, options).updates();
    },
    settled: async (id: string, options: Omit<FollowOrdersOptions, 'after'> = {}) => {
      requireFollowable(options, FOLLOW_ORDER);
      for await (const update of client.follow({ id }, options))
        if (update.type !== 'synced' && isSettled(update.order)) return update.order;
      throw new ClientError('The order is no longer followed', { code: 'unexpected-shape' });
    },
    priceConcern: (order: OrderPrice, options?: ReadOptions) => priceConcern(connection, order, options),
    rehearse: async (order: UnplacedOrder, options?: ReadOptions) =>
      (await call(routes.rehearseOrder, { body: order as wire.OrderToRehearse, options })).data,
    replay: async (order: UnplacedOrder, { from, to }: ReplaySpan, options?: ReadOptions) => {
      const query = { from: isoOf(from)!, to: isoOf(to) };
      return (await call(routes.replayOrder, { query, body: order as wire.OrderToRehearse, options })).data;
    },
    place: async (order: OrderToPlace, options?: PlaceOptions) => {
      await near([order], options);
      return (await call(routes.placeOrder, { body: order as OrderDraft, options, ...FAR })).data;
    },
    placeMany: async (batch: OrderBatch, options?: PlaceOptions) => {
      requireKnown(batch, BATCH);
      await near(batch.orders, options);
      return call(routes.placeOrders, { body: batch as OrderBatchDraft, options, ...FAR });
    },
    amend: async (uuid: string, terms: AmendedTerms, options?: ReadOptions) =>
      (await call(routes.amendOrder, { params: { uuid }, body: terms as wire.OrderAmendment, options })).data,
    execute: (uuid: string, options: OwnerOptions = {}) =>
      call(routes.executeOrder, { params: { uuid }, ...owning(options, { action: 'execute_order', uuid }) }),
    cancel: async (uuid: string, options: OwnerOptions = {}) => {
      const proven = owning(options, { action: 'cancel_order', uuid });
      return (await call(routes.cancelOrder, { params: { uuid }, ...proven })).data;
    },
    cancelMany: async (body: OrderSelection = {}, options: OwnerOptions = {}) => {
      requireKnown(body, SELECTION);
      // A variable that was never set must not end every order.
      for (const [name, value] of Object.entries(body))
        if (value === undefined)
          throw invalidArgument(`${name} is undefined: leave it out to end all orders`);
      return call(routes.cancelOrders, { body, ...owning(options, { action: 'cancel_orders', ...body }) });
    },
    cancelAfter: async (seconds: number, options: OwnerOptions = {}) => {
      const proven = owning(options, { action: 'cancel_after', seconds });
      return (await call(routes.cancelAfter, { body: { seconds }, ...proven })).data;
    },
    cancelTimer: async (options: OwnerOptions = {}) =>
      (await call(routes.readCancelAfter, owning(options, { action: 'read_cancel_after' }))).data,
    disarmCancelAfter: async (options: OwnerOptions = {}) =>
      (await call(routes.disarmCancelAfter, owning(options, { action: 'disarm_cancel_after' }))).data,
    plans: async (query: QueryOf<'listStrategies'>, options?: OrderReadOptions) => {
      const { by, how } = reading(options, query.owner);
      const { data, pagination } = await call(routes.listStrategies, { query, ...how });
      return { items: data.map((plan) => shownPlan(plan, by)), nextCursor: pagination.nextCursor };
    },
    allPlans: (query: { readonly owner: string }, options?: OrderReadOptions) =>
      itemsOf((cursor) => client.plans({ ...query, limit: PAGE_LENGTH, cursor }, options)),
    plan: async (strategyId: string, query: QueryOf<'getStrategy'>, options?: OrderReadOptions) => {
      const { by, how } = reading(options, query.owner);
      return shownPlan((await call(routes.getStrategy, { params: { strategyId }, query, ...how })).data, by);
    },
    sending: (options?: ReadOptions) => call(routes.readSending, { options }),
  };
  const read = async (id: string, options?: ReadOptions) =>
    (await client.get(id, { ...options, by: 'wallet' })) as wire.Order;
  const named = namedOrders(connection, { orders: { ...client, read }, near, concernOf });
  // The cast is sound because `shownOrder` removes the uuids from orders read as anyone.
  return { ...client, ...named } as OrdersClient;
}
