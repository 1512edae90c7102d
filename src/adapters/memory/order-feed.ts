import type { LoggedOrderEvent } from '../../domain/order/events.js';
import type { OrderUuid } from '../../domain/order/ids.js';
import { Listeners } from '../../domain/shared/listeners.js';
import type { FeedEvent, FeedScope, OrderFeed } from '../../ports/order-feed.js';
import type { Session, Tables } from './tables.js';

const END = 'end';

/** The last position; 0 if there are no events. */
export const feedEnd = ({ feedEnd: rows }: Tables): number => rows.get(END) ?? 0;

/** Gives the event the next position. */
export function addToFeed(tables: Tables, uuid: OrderUuid, event: LoggedOrderEvent): void {
  const position = feedEnd(tables) + 1;
  tables.feed.set(String(position), { ...event, uuid, position });
  tables.feedEnd.set(END, position);
}

export class InMemoryOrderFeed implements OrderFeed {
  private readonly appended = new Listeners();
  readonly onAppended = this.appended.add;
  readonly notify = this.appended.tell;

  constructor(private readonly session: Session) {}

  newest(): Promise<number> {
    return this.session.read(feedEnd);
  }

  lastUpTo(position: number): Promise<FeedEvent | undefined> {
    return this.session.read((tables) => tables.feed.get(String(Math.min(position, feedEnd(tables)))));
  }

  read({ after, limit, of }: Parameters<OrderFeed['read']>[0]): Promise<readonly FeedEvent[]> {
    return this.session.read((tables) => {
      const found: FeedEvent[] = [];
      const end = feedEnd(tables);
      for (let position = after + 1; position <= end && found.length < limit; position++) {
        const event = tables.feed.get(String(position));
        if (event !== undefined && isIn(tables, event.uuid, of)) found.push(event);
      }
      return found;
    });
  }

  /** Always true, because memory cannot be rolled back. */
  async isIntact(): Promise<boolean> {
    return true;
  }

  restart(): void {}
}

function isIn({ orders }: Tables, uuid: OrderUuid, scope: FeedScope | undefined): boolean {
  if (scope === undefined) return true;
  if ('uuid' in scope) return scope.uuid === uuid;
  const terms = orders.get(uuid)?.terms;
  return (
    terms !== undefined &&
    (!('owner' in scope) || terms.owner === scope.owner) &&
    (scope.strategyId === undefined || terms.strategy?.strategyId === scope.strategyId)
  );
}
