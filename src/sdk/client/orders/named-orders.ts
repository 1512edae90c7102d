import { CHANGE, requireKnown, type ReadOptions } from '../transport/call.js';
import type { Connection } from '../transport/connection.js';
import type { ResponseOf } from '../transport/route.js';
import { pricesOf } from '../market/prices-client.js';
import { quotesOf } from '../market/quotes.js';
import { balancesOf } from '../wallet/balances.js';
import { vaultsOf } from '../market/vaults.js';
import type { NamedOrdersClient } from './named-orders-client.js';
import type { NamedKind, TermsByKind } from './named-terms.js';
import type { OrdersClient } from './orders-client.js';
import type { Order } from '../wire/swap.js';
import { tooFar, type OrderPrice, type PlaceOptions, type PriceConcern } from './price-concern.js';

/** Parts of the client of orders that placing by symbol uses. */
interface Placing {
  readonly orders: Pick<OrdersClient, 'place' | 'placeMany' | 'amend'> & {
    /** Reads an order as its owner. */
    readonly read: (id: string, options?: ReadOptions) => Promise<Order>;
  };
  /** Rejects with `far-from-market` if the price of an order is probably a mistake. */
  readonly near: (
    orders: readonly (OrderPrice & { readonly uuid: string })[],
    options?: PlaceOptions,
  ) => Promise<unknown>;
  /** Concern about the price of an order, unless `farFromMarket` is set. */
  readonly concernOf: (order: OrderPrice, options: PlaceOptions) => Promise<PriceConcern | undefined>;
}

/** Time for which the registry is used again, ms. */
const KEPT_MS = 60_000;

/** Places orders whose tokens are named by symbol. */
export function namedOrders(connection: Connection, { orders, near, concernOf }: Placing): NamedOrdersClient {
  const { wallet } = connection.options;
  const client = {
    quotes: quotesOf(connection),
    prices: pricesOf(connection),
    balances: balancesOf(connection),
  };
  const registry = keptRegistry(connection);
  const several =
    <K extends NamedKind>(kind: K) =>
    async (terms: TermsByKind[K], options: PlaceOptions = {}) => {
      requireKnown(options, { ...CHANGE, farFromMarket: 1 });
      const { placeOrders } = await import('../../trading/index.js');
      const checked = { ...options, farFromMarket: true };
      return placeOrders(kind, terms, {
        ...{ wallet, client, signal: options.signal },
        now: () => connection.clock.now(),
        registry: () => registry(options.signal),
        near: (made) => near(made, options),
        place: (order) => orders.place(order, checked),
        placeMany: (signed) => orders.placeMany({ orders: signed, atomic: true }, checked),
      });
    };
  const one =
    <K extends NamedKind>(kind: K) =>
    async (terms: TermsByKind[K], options?: PlaceOptions) =>
      (await several(kind)(terms, options))[0]!;
  return {
    market: one('market'),
    limit: one('limit'),
    stop: one('stop'),
    target: one('target'),
    trail: one('trail'),
    stopAndTarget: several('stopAndTarget') as NamedOrdersClient['stopAndTarget'],
    twap: several('twap'),
    recurring: several('recurring'),
    bracket: several('bracket') as NamedOrdersClient['bracket'],
    change: async (id, changes, options = {}) => {
      requireKnown(options, { ...CHANGE, farFromMarket: 1 });
      const { signal } = options;
      const { changeOrder } = await import('../../trading/index.js');
      return changeOrder<Order>(changes, {
        ...{ wallet, client },
        now: () => connection.clock.now(),
        registry: () => registry(signal),
        read: () => orders.read(id, signal && { signal }),
        near: async (order) => {
          const concern = await concernOf(order, options);
          if (concern !== undefined) throw tooFar(concern);
        },
        amend: (uuid, amendment) => orders.amend(uuid, amendment, signal && { signal }),
      });
    },
  };
}

/** Reads the registry, unless the client was given one or has read it within a minute. */
function keptRegistry(connection: Connection) {
  const { options, system } = connection;
  let kept: ResponseOf<'readRegistry'> | undefined;
  let until = 0;
  return async (signal: AbortSignal | undefined) => {
    if (options.registry !== undefined) return options.registry;
    if (kept === undefined || system.now() >= until) {
      kept = await vaultsOf(connection).registry(signal && { signal });
      until = system.now() + KEPT_MS;
    }
    return kept;
  };
}
