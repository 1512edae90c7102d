import type { ChangeOptions, ReadOptions } from '../transport/call.js';
import type { CredentialOptions, OrderReadOptions, Reader } from '../owner/credentials.js';
import type { FollowOrdersOptions, OrderScope } from './follow-orders.js';
import type { OrderUpdate } from './order-updates.js';
import type { Page } from '../transport/pages.js';
import type { OrderPrice, PriceConcern } from './price-concern.js';
import type { OrderFor, Strategy } from './read-orders.js';
import type { QueryOf, ResponseOf } from '../transport/route.js';
import type { Time } from '../transport/times.js';
import type { Order as OwnOrder, OrderDraft, OrderEvent, OrderSelection } from '../wire/swap.js';

/** Options of what only an order's owner may do. */
export interface OwnerOptions extends ChangeOptions, CredentialOptions {}

/** Options of placing orders. */
export interface PlaceOptions extends ChangeOptions {
  /**
   * Places also a price that is probably that of the other direction, unasked. Default false: then `priceConcern` is asked for each order
   * that is not stored yet, and a concern rejects with `far-from-market`.
   */
  readonly farFromMarket?: boolean;
}

type Filters = QueryOf<'listOrders'>;

/** Selection and sequence of orders. */
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

/** Orders to place together. */
export interface OrderBatch {
  readonly orders: readonly OrderToPlace[];
  readonly atomic?: boolean;
}

type AsWhom = Reader | undefined;

/** Options with as whom orders are read in their type. */
type By<As extends AsWhom, Options = OrderReadOptions> = Options & { readonly by?: As };

/**
 * Orders of the service. An order is named by its handle or uuid, or by `client:` and the clientOrderId that its owner gave it. Reads have
 * the uuid of the caller's own orders alone; `handle` matches what `place` returned wherever an order is read.
 */
export interface OrdersClient {
  /** One page, of 50 orders if `limit` does not say otherwise. */
  list<As extends AsWhom = undefined>(query?: OrderQuery, options?: By<As>): Promise<Page<OrderFor<As>>>;
  /** All that match, page by page. */
  all<As extends AsWhom = undefined>(
    query?: Omit<OrderQuery, 'page' | 'cursor'>,
    options?: By<As>,
  ): AsyncIterable<OrderFor<As>>;
  /** Rejects with status 404 for an order that is unknown. */
  get<As extends AsWhom = undefined>(id: string, options?: By<As>): Promise<OrderFor<As>>;
  /** Up to 100 orders by handle or uuid; those that are unknown are missing. */
  getMany<As extends AsWhom = undefined>(
    ids: readonly string[],
    options?: By<As>,
  ): Promise<readonly OrderFor<As>[]>;
  /** Everything that happened to an order, oldest first. */
  events(id: string, options?: OrderReadOptions): Promise<readonly OrderEvent[]>;
  /**
   * Follows orders: first those that are open, then everything that happens to them and to new ones, until `signal` or `break` ends it.
   * It streams, connects again by itself, and polls if the server or a proxy does not stream. No event comes twice and none is
   * left out, over lost connections and restarts of the server too.
   */
  follow<As extends AsWhom = undefined>(
    scope: OrderScope,
    options?: By<As, FollowOrdersOptions>,
  ): AsyncIterable<OrderUpdate<OrderFor<As>>>;
  /** Resolves to the order once it is confirmed, failed or cancelled, however long that takes; `signal` ends the wait. */
  settled<As extends AsWhom = undefined>(
    id: string,
    options?: By<As, Omit<FollowOrdersOptions, 'after'>>,
  ): Promise<OrderFor<As>>;
  /**
   * Compares the least output of an order that is sent at once with the market: a price of the other direction is far below it, or far
   * above. Resolves to undefined if it is near, if the order waits for a price or a time, and if there is no route. Ask about a concern before signing.
   */
  priceConcern(order: OrderPrice, options?: ReadOptions): Promise<PriceConcern | undefined>;
  /** Placing the same order again returns the stored one. Rejects with `far-from-market` if its price needs `farFromMarket`. */
  place(order: OrderToPlace, options?: PlaceOptions): Promise<OwnOrder>;
  /** Places up to 100 signed orders; `atomic`: all or none. The result says for each what became of it. Rejects as `place` does. */
  placeMany(batch: OrderBatch, options?: PlaceOptions): Promise<ResponseOf<'placeOrders'>>;
  /** Sends an open order's swap now. Needs an API key with the permission `execute`, or the wallet. */
  execute(id: string, options?: OwnerOptions): Promise<ResponseOf<'executeOrder'>>;
  /** Ends an open order. One that has ended is returned as it is: look at `status`. Needs an API key with the permission `cancel`, or the wallet. */
  cancel(id: string, options?: OwnerOptions): Promise<OwnOrder>;
  /** Ends the owner's open orders that match; every one without a selection. */
  cancelMany(selection?: OrderSelection, options?: OwnerOptions): Promise<ResponseOf<'cancelOrders'>>;
  /** One page of an owner's plans: orders with the same strategyId. */
  plans<As extends AsWhom = undefined>(
    query: QueryOf<'listStrategies'>,
    options?: By<As>,
  ): Promise<Page<Strategy<OrderFor<As>>>>;
  /** All plans of an owner, page by page. */
  allPlans<As extends AsWhom = undefined>(
    query: { readonly owner: string },
    options?: By<As>,
  ): AsyncIterable<Strategy<OrderFor<As>>>;
  /** Whether new swaps are sent, and if not, what stops them: orders then wait, whatever their triggers. */
  sending(options?: ReadOptions): Promise<ResponseOf<'readSending'>>;
  /** Returns what became of one plan. */
  plan<As extends AsWhom = undefined>(
    strategyId: string,
    query: QueryOf<'getStrategy'>,
    options?: By<As>,
  ): Promise<Strategy<OrderFor<As>>>;
}
