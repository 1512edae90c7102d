import type { ChangeOptions, ReadOptions } from '../transport/call.js';
import type { CredentialOptions, OrderReadOptions, Reader } from '../owner/credentials.js';
import type { FollowOrdersOptions, OrderScope } from './follow-orders.js';
import type { NamedOrdersClient } from './named-orders-client.js';
import type { OrderUpdate } from './order-updates.js';
import type { Page } from '../transport/pages.js';
import type { OrderPrice, PlaceOptions, PriceConcern } from './price-concern.js';
import type { OrderFor, Strategy } from './read-orders.js';
import type { QueryOf, ResponseOf } from '../transport/route.js';
import type { Time } from '../transport/times.js';
import type {
  CancelTimer,
  Order as OwnOrder,
  OrderAmendment,
  OrderDraft,
  OrderEvent,
  OrderSelection,
  Rehearsal,
  Replay,
} from '../wire/swap.js';

/** Options of operations that only an order's owner may call. */
export interface OwnerOptions extends ChangeOptions, CredentialOptions {}

type Filters = QueryOf<'listOrders'>;

/** Selection and sort order of orders. */
export interface OrderQuery extends Omit<Filters, 'from' | 'to' | 'ids'> {
  /** Only orders created at this time or later. */
  readonly from?: Time | undefined;
  /** Only orders created before this time. */
  readonly to?: Time | undefined;
  /** Only orders with these handles or uuids: up to 100. */
  readonly ids?: readonly string[] | undefined;
}

/** A signed order, as returned by `signOrder` of `sluice/signing`. */
export interface OrderToPlace extends Omit<OrderDraft, 'slippage' | 'maxPriceImpact'> {
  /** A fraction, as a number or decimal text. */
  readonly slippage?: number | string | undefined;
  /** A fraction, as a number or decimal text. */
  readonly maxPriceImpact?: number | string | undefined;
}

type AddedBySigning = 'uuid' | 'recipient' | 'signature';

/** An order as `limitOrder` and the other helpers of `sluice/signing` make it, with its owner. */
export type UnplacedOrder = Omit<OrderToPlace, AddedBySigning> & Partial<Pick<OrderToPlace, AddedBySigning>>;

type Fractions = 'slippage' | 'maxPriceImpact';

/** New terms of an order, as `signAmendment` of `sluice/signing` returns them. */
export type AmendedTerms = Omit<OrderAmendment, Fractions | 'metadata'> & Pick<OrderToPlace, Fractions>;

/** Time span of a replay, 90 days at most; `to` is now if absent. */
export interface ReplaySpan {
  readonly from: Time;
  readonly to?: Time | undefined;
}

/** Orders to place together. */
export interface OrderBatch {
  readonly orders: readonly OrderToPlace[];
  readonly atomic?: boolean;
}

type AsWhom = Reader | undefined;

/** Options whose type records the identity that reads, since the type of the orders depends on it. */
type By<As extends AsWhom, Options = OrderReadOptions> = Options & { readonly by?: As };

/**
 * Orders of the service. An order is named by its handle or uuid, or by `client:` followed by the clientOrderId that its owner gave
 * it. Reads include the uuid only for the caller's own orders; the `handle` is always the one that `place` returned.
 */
export interface OrdersClient extends NamedOrdersClient {
  /** One page, of 50 orders unless `limit` says otherwise. */
  list<As extends AsWhom = undefined>(query?: OrderQuery, options?: By<As>): Promise<Page<OrderFor<As>>>;
  /** All matches, page by page. */
  all<As extends AsWhom = undefined>(
    query?: Omit<OrderQuery, 'page' | 'cursor'>,
    options?: By<As>,
  ): AsyncIterable<OrderFor<As>>;
  /** One order. Rejects with status 404 if it is unknown. */
  get<As extends AsWhom = undefined>(id: string, options?: By<As>): Promise<OrderFor<As>>;
  /** Up to 100 orders by handle or uuid; unknown ones are left out. */
  getMany<As extends AsWhom = undefined>(
    ids: readonly string[],
    options?: By<As>,
  ): Promise<readonly OrderFor<As>[]>;
  /** Everything that happened to an order, oldest first. */
  events(id: string, options?: OrderReadOptions): Promise<readonly OrderEvent[]>;
  /**
   * Report on a confirmed order: what was quoted, what it got, what was possible at the block before its swap, and why it differs.
   * Rejects with `order-not-filled` if it is not confirmed.
   */
  report(id: string, options?: OrderReadOptions): Promise<ResponseOf<'getOrderReport'>['data']>;
  /** Quality of the server's execution by day and pair: the last `days` UTC days, 1 to 31, 7 if absent. Newest day first. */
  executionQuality(
    query?: QueryOf<'readExecutionQuality'>,
    options?: ReadOptions,
  ): Promise<ResponseOf<'readExecutionQuality'>['data']>;
  /**
   * Follows orders: yields first those that are open, then everything that happens to them and to new ones, until `signal` or
   * `break` ends it. It streams, reconnects automatically, and polls if the server or a proxy does not stream. No event is repeated
   * or missed, even across lost connections and server restarts.
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
   * Compares the least output of an immediate order with the market, since a price for the other direction is usually far off.
   * Resolves to undefined if it is close, if the order waits for a price or a time, or if there is no route. Ask the user about a
   * concern before signing.
   */
  priceConcern(order: OrderPrice, options?: ReadOptions): Promise<PriceConcern | undefined>;
  /**
   * Finds out what would become of an order, signed or not, if it were placed now: whether it would be stored and sent, and what
   * keeps it from that. Stores and signs nothing. An order that would be refused is a result, not a rejection.
   */
  rehearse(order: UnplacedOrder, options?: ReadOptions): Promise<Rehearsal>;
  /**
   * Replays an order with a price trigger, signed or not, over the prices recorded since `from`: when it would have been sent, and at
   * what price.
   */
  replay(order: UnplacedOrder, span: ReplaySpan, options?: ReadOptions): Promise<Replay>;
  /**
   * Places an order. Placing the same one again returns the stored one. Rejects with `far-from-market` if its price needs
   * `farFromMarket`.
   */
  place(order: OrderToPlace, options?: PlaceOptions): Promise<OwnOrder>;
  /** Places up to 100 signed orders; with `atomic`, all or none. Resolves to the outcome for each. Rejects as `place` does. */
  placeMany(batch: OrderBatch, options?: PlaceOptions): Promise<ResponseOf<'placeOrders'>>;
  /** Replaces the terms of an open order by those that `signAmendment` of `sluice/signing` has signed. */
  amend(id: string, amendment: AmendedTerms, options?: ReadOptions): Promise<OwnOrder>;
  /** Sends an open order's swap now. Needs an API key with the permission `execute`, or the wallet. */
  execute(id: string, options?: OwnerOptions): Promise<ResponseOf<'executeOrder'>>;
  /**
   * Ends an open order. One that has ended is returned unchanged: check `status`. Needs an API key with the permission `cancel`,
   * or the wallet.
   */
  cancel(id: string, options?: OwnerOptions): Promise<OwnOrder>;
  /** Ends the owner's open orders that match, or all of them without a selection. */
  cancelMany(selection?: OrderSelection, options?: OwnerOptions): Promise<ResponseOf<'cancelOrders'>>;
  /**
   * Ends all open orders that many seconds from now, 5 to 86,400, unless it is called again in time; 0 disarms it. By wallet those of
   * the wallet, by API key those that the key may cancel: each has a timer of its own.
   */
  cancelAfter(seconds: number, options?: OwnerOptions): Promise<CancelTimer>;
  /** The timer of `cancelAfter`. */
  cancelTimer(options?: OwnerOptions): Promise<CancelTimer>;
  /** Disarms the timer of `cancelAfter`. */
  disarmCancelAfter(options?: OwnerOptions): Promise<CancelTimer>;
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
  /** Whether new swaps are sent, and if not, why. Until they are, orders wait, whatever their triggers are. */
  sending(options?: ReadOptions): Promise<ResponseOf<'readSending'>>;
  /** Returns one plan with its progress. */
  plan<As extends AsWhom = undefined>(
    strategyId: string,
    query: QueryOf<'getStrategy'>,
    options?: By<As>,
  ): Promise<Strategy<OrderFor<As>>>;
}
