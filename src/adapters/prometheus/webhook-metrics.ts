import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { WebhookEvent, WebhookObserver } from '../../ports/index.js';
import type { EventMetrics } from './event-metrics.js';

/**
 * Counts webhook attempts, and outcomes for deliveries and webhooks.
 *
 * @param events measures how late events are queued.
 * @example
 * const { registry } = openMetrics();
 * const core = createCore({ ...ports, webhookObserver: webhookMetrics(registry) });
 */
export function webhookMetrics(registry: Registry, events?: EventMetrics): WebhookObserver {
  const registers = [registry];
  const counter = <T extends string>(name: string, help: string, ...labelNames: readonly T[]) =>
    new Counter({ name: `sluice_webhook_${name}`, help, labelNames, registers });
  const attempts = counter(
    'attempts_total',
    'Attempts to deliver to a webhook, by the class of the status or the failure',
    'outcome',
  );
  const attemptSeconds = new Histogram({
    name: 'sluice_webhook_attempt_seconds',
    help: 'Duration of an attempt to deliver to a webhook',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const dead = counter('deliveries_dead_total', 'Deliveries without further attempts');
  const disabled = counter('disabled_total', 'Webhooks disabled, by why', 'reason');
  const lost = counter('attempts_lost_total', 'Attempts whose end could not be stored');
  const observe = (event: WebhookEvent): void => {
    switch (event.kind) {
      case 'webhook-attempt':
        attempts.inc({ outcome: event.failure ?? `${Math.floor((event.status ?? 0) / 100)}xx` });
        attemptSeconds.observe(event.tookMs / 1000);
        if (event.state === 'dead') dead.inc();
        break;
      case 'webhook-disabled':
        disabled.inc({ reason: event.reason });
        break;
      case 'webhook-attempt-lost':
        lost.inc();
        break;
      case 'webhook-event-queued':
        events?.passed('webhook', event);
        break;
    }
  };
  return { observe };
}

/** Registers a gauge of pending deliveries, read on every scrape. */
export function waitingWebhooks(registry: Registry, read: () => Promise<number | undefined | void>): void {
  new Gauge({
    name: 'sluice_webhook_deliveries_waiting',
    help: 'Deliveries of all processes that wait for an attempt',
    aggregator: 'first',
    registers: [registry],
    async collect() {
      this.remove();
      const waiting = await read();
      if (typeof waiting === 'number') this.set(waiting);
    },
  });
}
