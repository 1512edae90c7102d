import type { OrderUuid } from '../../domain/order/ids.js';
import { positionOf, type Order } from '../../domain/order/order.js';
import { defined } from '../../domain/shared/fields.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { FeedEvent, FeedScope, Ports } from '../../ports/index.js';
import { ordersByUuid } from './orders-by-uuid.js';
import { parseOwner, type InvalidOwner, type ScopePorts } from './read-orders.js';

/** Query for the orders in the snapshot for an owner or a plan. */
const SNAPSHOT = {
  statuses: ['open', 'broadcasted'],
  sortBy: 'createdAt',
  sortOrder: 'desc',
  offset: 0,
} as const;
/** Number of events, of all orders, read at a time. */
const CHANGES_PAGE = 200;
/** Maximum number of events by which a follower of an owner or plan may lag. Events of all orders count, since each is examined. */
const MAX_BEHIND = 100_000;

/** Orders to follow: those of an owner, of a plan's name, or of both. */
export interface FollowedOrders {
  readonly owner?: string | undefined;
  readonly strategyId?: string | undefined;
}

/** The last event that a follower has seen. */
export interface SeenEvent {
  readonly position: number;
  /** Time of the event; absent if the follower only knows its position. */
  readonly at?: Date;
}

/** An event, and the current state of its order. */
export interface OrderChange {
  readonly event: FeedEvent;
  readonly order: Order;
}

/** Reads the feed of order events for those who follow orders. */
export const makeFollowOrders = (ports: ScopePorts & Pick<Ports, 'feed' | 'orders'>) => {
  const { feed, orders } = ports;

  const withOrders = async (
    events: readonly FeedEvent[],
    isWanted: (uuid: OrderUuid) => boolean,
  ): Promise<readonly OrderChange[]> => {
    const wanted = events.filter(({ uuid }) => isWanted(uuid));
    const found = await ordersByUuid(wanted, ports);
    return wanted.flatMap((event) => {
      const order = found.get(event.uuid);
      return order === undefined ? [] : [{ event, order }];
    });
  };

  return {
    /** Returns the position up to which every event can be read. */
    newest: () => feed.newest(),
    /** Returns the last event up to the position; undefined if there is none. */
    lastUpTo: (position: number) => feed.lastUpTo(position),
    onAppended: (listener: () => void) => feed.onAppended(listener),
    /** Reads the scope of a request. */
    scopeOf: ({ owner: raw, strategyId }: FollowedOrders): Result<FeedScope | undefined, InvalidOwner> => {
      if (raw === undefined) return ok(strategyId === undefined ? undefined : { strategyId });
      const owner = parseOwner(raw, ports);
      return owner.ok ? ok({ owner: owner.value, ...defined({ strategyId }) }) : owner;
    },
    /**
     * Whether the changes after the event can still be read in this scope: the event is in this feed, and not too far back. A
     * restored backup continues its positions from its own end, so a different event may have the same position.
     */
    reaches: async (scope: FeedScope, { position, at }: SeenEvent, newest: number): Promise<boolean> => {
      const isNear = position <= newest && ('uuid' in scope || newest - position <= MAX_BEHIND);
      if (!isNear || at === undefined) return isNear;
      const there = await feed.lastUpTo(position);
      return there?.position === position && there.at.getTime() === at.getTime();
    },
    /** Returns the changes of all wanted orders after the position, and where the next ones start. Does not read other orders. */
    all: async (after: number, isWanted: (uuid: OrderUuid) => boolean) => {
      const events = await feed.read({ after, limit: CHANGES_PAGE });
      const changes = await withOrders(events, isWanted);
      return { changes, after: events.at(-1)?.position ?? after, isLast: events.length < CHANGES_PAGE };
    },
    /** Returns the first changes in the scope between two positions, and where the next ones start. */
    changes: async (of: FeedScope, after: number, upTo: number, limit: number) => {
      const events = (await feed.read({ after, limit, of })).filter(({ position }) => position <= upTo);
      const changes = await withOrders(events, () => true);
      return { changes, after: events.at(-1)?.position ?? upTo, isLast: events.length < limit };
    },
    /**
     * Returns the first orders in the scope that are open or in progress, newest first; for a single order, that order whatever
     * its status.
     *
     * @param behind the order after which to continue.
     */
    snapshot: async (scope: FeedScope, limit: number, behind?: Order): Promise<readonly Order[]> => {
      if ('uuid' in scope) {
        const order = await orders.findById(scope.uuid);
        return order === undefined ? [] : [order];
      }
      const after = behind && positionOf(behind);
      return (await orders.listPage({ ...SNAPSHOT, limit, ...defined({ ...scope, after }) })).orders;
    },
  } as const;
};
