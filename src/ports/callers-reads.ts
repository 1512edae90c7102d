import type { OrderEventLog } from './order-event-log.js';
import type { OrderReads } from './order-repository.js';
import type { PlanReader } from './plan-reader.js';
import type { PriceStore } from './price-store.js';
import type { ReadsAny } from './reads-from.js';

/**
 * Reads that callers ask for. A replica may serve them, unless it lacks something that the caller has seen; the ports of
 * `StorageAccess` have the same reads from the primary. Whatever decides or changes something, and whatever a process reads once
 * for all callers, takes those.
 */
export interface CallersReads {
  readonly orders: OrderReads;
  readonly events: ReadsAny & Pick<OrderEventLog, 'list'>;
  readonly plans: PlanReader;
  readonly prices: PriceHistoryReads;
}

/** Past prices of one token. */
export type PriceHistoryReads = ReadsAny & Pick<PriceStore, 'points' | 'slots' | 'days'>;
