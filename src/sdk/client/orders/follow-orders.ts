import { ClientError, unexpected } from '../transport/client-error.js';
import type { Connection } from '../transport/connection.js';
import type { Credentials, OrderReadOptions, Reader } from '../owner/credentials.js';
import { OrderUpdates, type OrderUpdate } from './order-updates.js';
import type { Names } from '../transport/known-names.js';
import { shownOrder, type Order } from './read-orders.js';
import { isObject } from '../transport/request-json.js';
import type { ServerEvent } from '../transport/server-events.js';
import { dataOf, FOLLOW, followed, type FollowOptions } from '../transport/stream.js';
import type { OrderChange, OrderEvent } from '../wire/swap.js';
import * as routes from '../wire/routes.js';

/** Orders to follow: those of an owner, of a plan, or of one owner's plan, or a single order. */
export type OrderScope =
  | { readonly owner: string; readonly strategyId?: string; readonly id?: never }
  | { readonly strategyId: string; readonly owner?: never; readonly id?: never }
  /** A handle or uuid, or `client:` and a clientOrderId. */
  | { readonly id: string; readonly owner?: never; readonly strategyId?: never };

/** Options for following orders. */
export interface FollowOrdersOptions extends FollowOptions {
  /** Identity of the caller, as for reads: owners see uuids, others only handles. Reopening a stream later asks the wallet again. */
  readonly by?: Reader | undefined;
  /** The `position` of the last processed update: following continues after it, without snapshots. Null and '' start without one. */
  readonly after?: string | null | undefined;
}

export const SCOPE: Names<OrderScope> = { owner: 1, strategyId: 1, id: 1 };
export const FOLLOW_ORDER: Names<Omit<FollowOrdersOptions, 'after'>> = { ...FOLLOW, by: 1 };
export const FOLLOW_ORDERS: Names<FollowOrdersOptions> = { ...FOLLOW_ORDER, after: 1 };

/** Number of open orders whose logs a poll reads although they look unchanged, since not every event changes the order. */
const LOGS_PER_POLL = 10;
/** Maximum number of open orders that a poll reads, newest first, as in a stream. */
const MOST_OPEN = 1_000;
/** Maximum time by which an order that appears late can be older than the newest one, ms. */
const LATE_MS = 60_000;
/** Tolerance for differences between the clocks of the servers, which stamp the events, ms. */
const CLOCKS_MS = 2_000;

/** Source of orders for polling. */
export interface OrderSource {
  all(
    query: {
      readonly owner?: string;
      readonly strategyId?: string;
      readonly status?: 'open';
      readonly from?: Date;
    },
    options: OrderReadOptions,
  ): AsyncIterable<Order>;
  get(id: string, options: OrderReadOptions): Promise<Order>;
  events(id: string, options: OrderReadOptions): Promise<readonly OrderEvent[]>;
}

/** Follows orders, and remembers what it has yielded. */
export class OrderFollower {
  readonly #updates: OrderUpdates;
  /** The newest position of the stream. */
  #position: string | undefined;
  /** Server time when following began, ms. */
  #since = 0;
  #isSynced = false;
  #isResumed: boolean;
  /** Time at which the newest order was placed. */
  #newest: string | undefined;
  /** Handles of the open orders in the current poll. */
  readonly #seen = new Set<string>();
  readonly #by: Reader;

  constructor(
    private readonly connection: Connection,
    private readonly credentials: Pick<Credentials, 'reader' | 'readerOf'>,
    private readonly orders: OrderSource,
    private readonly scope: OrderScope,
    private readonly options: FollowOrdersOptions,
  ) {
    this.#by = credentials.readerOf(options.by, scope.owner);
    this.#position = options.after || undefined;
    this.#isResumed = this.#position !== undefined;
    this.#updates = new OrderUpdates((handle) => orders.events(handle, this.#reading));
  }

  async *updates(): AsyncGenerator<OrderUpdate, void, undefined> {
    const { id, owner, strategyId } = this.scope;
    this.#since = this.connection.clock.now() - CLOCKS_MS;
    yield* followed(this.connection, {
      ...this.options,
      ...(id === undefined
        ? { route: routes.followOrders, query: { owner, strategyId } }
        : { route: routes.followOrder, params: { uuid: id } }),
      prove: this.credentials.reader(this.#by),
      lastId: () => this.#position,
      isReady: (event) => event?.event === 'synced',
      isMissing: ({ code }) => id !== undefined && code === 'order-not-found',
      everyMs: 5_000,
      taken: (event) => this.#taken(event),
      look: () => this.#look(),
    });
  }

  get #reading(): OrderReadOptions {
    const { signal } = this.options;
    return { by: this.#by, ...(signal !== undefined && { signal }) };
  }

  async *#taken(event: ServerEvent): AsyncGenerator<OrderUpdate, void, undefined> {
    const data = dataOf(event);
    if (isObject(data)) this.connection.seen.noticeText(data['databasePosition']);
    switch (event.event) {
      case 'snapshot': {
        const order = this.#shown(fieldsOf<Pick<OrderChange, 'order'>>(data, 'order'));
        this.#seen.add(order.handle);
        // If the stream started over after a gap too long to resume, the order's log shows what happened meanwhile.
        if (this.#isSynced) yield* this.#found(order);
        else yield* this.#updates.snapshot(order, this.#since);
        return;
      }
      case 'order': {
        const change = fieldsOf<OrderChange>(data, 'event', 'order');
        const order = this.#shown(change);
        this.#newest = later(this.#newest, order.createdAt);
        yield* this.#updates.event(change.event, order, event.id);
        break;
      }
      case 'synced':
        if (this.#position === undefined && this.#isSynced) yield* this.#unseen();
        yield* this.#synced(event.id);
        break;
      case 'resync':
        this.#seen.clear();
        // After `too-slow`, following resumes at the position, so nothing is lost.
        if (!isObject(data) || data['reason'] !== 'too-slow') this.#beginAgain();
        return;
    }
    this.#position = event.id ?? this.#position;
  }

  #shown({ order }: Pick<OrderChange, 'order'>): Order {
    return shownOrder(order, this.#by);
  }

  /**
   * Starts over without a position. If following began with the option `after`, the orders that were open then are unknown, so it
   * starts as if for the first time.
   */
  #beginAgain(): void {
    this.#position = undefined;
    this.#isSynced &&= !this.#isResumed;
    this.#isResumed = false;
  }

  *#synced(position?: string): Generator<OrderUpdate, void, undefined> {
    this.#seen.clear();
    if (!this.#isSynced) yield { type: 'synced', position, isResumed: this.#isResumed };
    this.#isSynced = true;
  }

  async *#found(order: Order): AsyncGenerator<OrderUpdate, void, undefined> {
    this.#newest = later(this.#newest, order.createdAt);
    yield* this.#updates.found(order, this.#since);
  }

  /** Yields the changes of orders that have ended since the last poll, including those placed since then. */
  async *#unseen(): AsyncGenerator<OrderUpdate, void, undefined> {
    const gone = this.#updates.open.filter((handle) => !this.#seen.has(handle));
    if (this.scope.id === undefined) {
      const newest = this.#newest === undefined ? this.#since : Date.parse(this.#newest) - LATE_MS;
      const recent = { ...this.scope, from: new Date(Math.max(newest, this.#since)) };
      for await (const order of this.orders.all(recent, this.#reading))
        if (!this.#seen.has(order.handle)) yield* this.#found(order);
    }
    for (const handle of gone) yield* this.#logOf(handle);
  }

  async *#logOf(handle: string): AsyncGenerator<OrderUpdate, void, undefined> {
    const order = await this.#read(handle);
    if (order !== undefined) yield* this.#updates.missing(order);
  }

  async *#look(): AsyncGenerator<OrderUpdate, void, undefined> {
    // A poll cannot continue from a position; only a stream can.
    if (!this.#isSynced) this.#beginAgain();
    yield* this.scope.id === undefined ? this.#lookAtMany() : this.#lookAtOne(this.scope.id);
    yield* this.#synced();
  }

  async *#lookAtOne(id: string): AsyncGenerator<OrderUpdate, void, undefined> {
    const order = await this.orders.get(id, this.#reading);
    if (this.#updates.knows(order)) yield* this.#updates.missing(order);
    else yield* this.#updates.snapshot(order, this.#since);
  }

  async *#lookAtMany(): AsyncGenerator<OrderUpdate, void, undefined> {
    const quiet = this.#updates.open.slice(0, LOGS_PER_POLL);
    this.#seen.clear();
    for await (const order of this.orders.all({ ...this.scope, status: 'open' }, this.#reading)) {
      this.#seen.add(order.handle);
      yield* this.#found(order);
      if (this.#seen.size >= MOST_OPEN) break;
    }
    yield* this.#unseen();
    for (const handle of quiet) if (this.#seen.has(handle)) yield* this.#logOf(handle);
  }

  /** Reads an order; undefined if it was deleted meanwhile. */
  async #read(handle: string): Promise<Order | undefined> {
    try {
      return await this.orders.get(handle, this.#reading);
    } catch (error) {
      if (error instanceof ClientError && error.status === 404) return undefined;
      throw error;
    }
  }
}

const later = (a: string | undefined, b: string): string => (a === undefined || a < b ? b : a);

/** Returns an event's data, after checking that the named fields are objects. */
function fieldsOf<T>(data: unknown, ...names: readonly (keyof T & string)[]): T {
  if (isObject(data) && names.every((name) => isObject(data[name]))) return data as T;
  throw unexpected('An event of the stream is malformed');
}
