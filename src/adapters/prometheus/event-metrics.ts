import { Histogram, type Registry } from 'prom-client';

/** An order's event that was passed on, `lateMs` milliseconds after it. */
export interface PassedEvent {
  readonly type: string;
  readonly lateMs: number;
}

/** Metrics of how late order events reach their readers. */
export interface EventMetrics {
  /** Call for each event that was passed to streams, or added to the deliveries of webhooks. */
  passed(to: 'stream' | 'webhook', event: PassedEvent): void;
}

/**
 * Measures the time from an order's event to its readers.
 *
 * @example
 * const events = eventMetrics(openMetrics().registry);
 * swapArea(core, { clock, onEventSent: (event) => events.passed('stream', event) });
 */
export function eventMetrics(registry: Registry): EventMetrics {
  const seconds = new Histogram({
    name: 'sluice_event_seconds',
    help: 'Time from an order event to its passing to streams, or to the queue of webhooks',
    labelNames: ['event', 'to'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [registry],
  });
  return {
    passed: (to, { type, lateMs }) => seconds.observe({ event: type, to }, Math.max(0, lateMs) / 1000),
  };
}
