import type { OrderHandle, OrderUuid, Txid } from '../domain/order/ids.js';
import type { OpenOrder, Order, OrderStatus, OrderPosition } from '../domain/order/order.js';
import type { SearchTerm } from '../domain/order/lists/search.js';
import type { TokenPair } from '../domain/order/terms/token-pair.js';
import type { Address } from '../domain/shared/address.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import type { Result } from '../domain/shared/result.js';
import type { ReadsAny, ReadsPrimary } from './reads-from.js';

/** Another row already has the key; nothing was stored. */
export interface AlreadyExists {
  readonly kind: 'already-exists';
}
/** The stored order has a different version from the one read, or does not exist. */
export interface StaleVersion {
  readonly kind: 'stale-version';
}

/** Limits a list to the orders with all of these; every order if empty. */
export interface OrderScope {
  readonly owner?: Address;
  /** Strategies of different owners can share an id. */
  readonly strategyId?: string;
  readonly inputToken?: ContractId;
  readonly outputToken?: ContractId;
  /** The input or the output. */
  readonly token?: ContractId;
  /** One of the two tokens is the input, and the other is the output. */
  readonly pair?: TokenPair;
  /** Created at this time or later. */
  readonly from?: Date;
  /** Created before this time. */
  readonly to?: Date;
  /** The swap that the order refers to. */
  readonly txid?: Txid;
  /** Orders with any of these handles. */
  readonly handles?: readonly OrderHandle[];
}

/** Selects and sorts one page of orders. */
export interface OrderQuery extends OrderScope {
  /** Orders in any of these statuses; in all when absent. */
  readonly statuses?: readonly OrderStatus[];
  /** Orders for which `matchesSearch` is true. */
  readonly search?: SearchTerm;
  /** Maximum number of matches that a search counts, 1 or more; all when absent. */
  readonly countTo?: number;
  /** `status` sorts in the order of ORDER_STATUSES. Ties go by createdAt, then handle, in the same direction. */
  readonly sortBy: 'createdAt' | 'status';
  readonly sortOrder: 'asc' | 'desc';
  /** Only orders that sort after this position, whether or not an order is there now. */
  readonly after?: OrderPosition;
  /** Number of orders to skip. If the total is a lower bound, no orders beyond it are returned; use `after` to reach them. */
  readonly offset: number;
  readonly limit: number;
}

/** One page of orders. */
export interface OrderPage {
  readonly orders: readonly Order[];
  /** Number of matching orders regardless of after, offset and limit: exact, except that a search counts only to `countTo`. */
  readonly total: number;
  /** Present if more orders match the search than `total` says. */
  readonly totalIsLowerBound?: true;
  /** Position of the last of these orders, if more follow it. */
  readonly next?: OrderPosition;
}

/** Reads stored orders. */
export interface OrderReads extends ReadsAny {
  findById(uuid: OrderUuid): Promise<Order | undefined>;
  findByHandle(handle: OrderHandle): Promise<Order | undefined>;
  /** The owner's open or broadcasted order with this client id. */
  findLiveByClientOrderId(owner: Address, clientOrderId: string): Promise<Order | undefined>;
  /** The owner's newest order with this client id, in any status. */
  findNewestByClientOrderId(owner: Address, clientOrderId: string): Promise<Order | undefined>;
  listPage(query: OrderQuery): Promise<OrderPage>;
  /** Every order of the scope once, sorted by createdAt and handle, read in batches so that memory stays flat. */
  stream(scope?: OrderScope): AsyncIterable<Order>;
}

/** Stores orders, one per uuid. */
export interface OrderRepository extends OrderReads, ReadsPrimary {
  readonly readsFrom?: 'primary';
  /** Stores a new order. */
  insert(order: Order): Promise<Result<void, AlreadyExists>>;
  /** Stores those of the new orders, each with a uuid of its own, whose uuid no stored order has, and returns their uuids. */
  insertMany(orders: readonly Order[]): Promise<ReadonlySet<OrderUuid>>;
  /** Replaces the order if the stored version is `order.version`, and returns it with the next version. */
  update<T extends Order>(order: T): Promise<Result<T, StaleVersion>>;
  /**
   * Like `update`, and replaces the terms of an open order too. Its owner, tokens, plan, client id and the time of its creation must be
   * as they were. It waits as if it were new: without attempts, back-off and claim.
   */
  amend(order: OpenOrder): Promise<Result<OpenOrder, StaleVersion>>;
  /**
   * Replaces those of the orders, each with a uuid of its own, whose stored version is theirs, and returns their uuids. Their stored
   * version is then the next one.
   */
  updateMany(orders: readonly Order[]): Promise<ReadonlySet<OrderUuid>>;
  /** The stored ones of these orders, in any order. */
  findMany(uuids: readonly OrderUuid[]): Promise<readonly Order[]>;
  /** The owner's orders of one strategy, sorted by uuid. */
  listByStrategy(owner: Address, strategyId: string): Promise<readonly Order[]>;
  /** The owner's orders of one strategy, sorted by uuid, except cancelled ones, which may be very many. */
  listUncancelledByStrategy(owner: Address, strategyId: string): Promise<readonly Order[]>;
}
