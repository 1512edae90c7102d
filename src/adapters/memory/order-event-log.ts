import type { LoggedOrderEvent, OrderEvent } from '../../domain/order/events.js';
import type { OrderUuid } from '../../domain/order/ids.js';
import type { OrderEventLog } from '../../ports/order-event-log.js';
import type { Session } from './tables.js';

export class InMemoryOrderEventLog implements OrderEventLog {
  constructor(private readonly session: Session) {}

  append(uuid: OrderUuid, event: OrderEvent): Promise<void> {
    const copy = structuredClone(event);
    return this.session.write(({ events }) => {
      const before = events.get(uuid) ?? [];
      events.set(uuid, [...before, { ...copy, seq: before.length + 1 }]);
    });
  }

  list(uuid: OrderUuid): Promise<readonly LoggedOrderEvent[]> {
    return this.session.read(({ events }) => structuredClone(events.get(uuid) ?? []));
  }
}
