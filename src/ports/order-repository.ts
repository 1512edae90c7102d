import type { OrderUuid } from '../domain/order/ids.js';
import type { Order, OrderStatus, OrderPosition } from '../domain/order/order.js';
import type { SearchTerm } from '../domain/order/search.js';
import type { Address } from '../domain/shared/address.js';
import type { Result } from '../domain/shared/result.js';

export interface AlreadyExists {
  readonly kind: 'already-exists';
}
/** The stored order is not the version that was read, or does not exist. */
export interface StaleVersion {
  readonly kind: 'stale-version';
}

/** Whose orders; everyone's when empty. */
export interface OrderScope {
  readonly owner?: Address;
  /** Strategies of different owners may share an id. */
  readonly strategyId?: string;
}

export interface OrderQuery extends OrderScope {
  /** Orders in any of these; all when absent. */
  readonly statuses?: readonly OrderStatus[];
  /** Orders of which `matchesSearch` is true. */
  readonly search?: SearchTerm;
  /** `status` sorts as ORDER_STATUSES does. Ties go by createdAt, then uuid, in the same direction. */
  readonly sortBy: 'createdAt' | 'status';
  readonly sortOrder: 'asc' | 'desc';
  /** Only orders that sort after this position, whether or not an order is stored there now. */
  readonly after?: OrderPosition;
  /** How many of them to skip. */
  readonly offset: number;
  readonly limit: number;
}

export interface OrderPage {
  readonly orders: readonly Order[];
  /** How many match without after, offset and limit. */
  readonly total: number;
  /** The position of the last of these orders, if more follow it. */
  readonly next?: OrderPosition;
}

/** Orders, unique by uuid. */
export interface OrderRepository {
  /** Stores a new order. */
  insert(order: Order): Promise<Result<void, AlreadyExists>>;
  /** Replaces the order if the stored version is `order.version`, and returns it with the next version. */
  update<T extends Order>(order: T): Promise<Result<T, StaleVersion>>;
  findById(uuid: OrderUuid): Promise<Order | undefined>;
  /** The owner's open or broadcasted order with this client id. */
  findLiveByClientOrderId(owner: Address, clientOrderId: string): Promise<Order | undefined>;
  /** The owner's order with this client id that was created last, whatever its status. */
  findNewestByClientOrderId(owner: Address, clientOrderId: string): Promise<Order | undefined>;
  /** The owner's orders of one strategy, by uuid. */
  listByStrategy(owner: Address, strategyId: string): Promise<readonly Order[]>;
  listPage(query: OrderQuery): Promise<OrderPage>;
  /** Every order of the scope once, by createdAt and uuid, read in chunks so that memory use stays flat. */
  stream(scope?: OrderScope): AsyncIterable<Order>;
}
