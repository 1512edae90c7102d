import { Gauge, type Registry } from 'prom-client';
import { costMetrics, type CostMetrics } from './cost-metrics.js';
import { sendingMetrics, type SendingReading } from './sending-metrics.js';
import { waitingWebhooks } from './webhook-metrics.js';

/** Readers of the stored state, called when the metrics are scraped. */
export interface StateReaders {
  /** Number of orders by status. */
  readonly orders: () => Promise<Readonly<Record<string, number>>>;
  /** Seconds since prices were last recorded; undefined if never. */
  readonly recorderAge: () => Promise<number | undefined>;
  /** Age in seconds of the database's oldest transaction; absent or undefined if it is unknown. */
  readonly oldestTransaction?: () => Promise<number | undefined>;
  /** State of sending new swaps; absent or undefined if no swaps are sent. */
  readonly sending?: () => Promise<SendingReading | undefined>;
  /** Cost of the transactions of the last day; absent or undefined if it is not added up. */
  readonly costs?: () => Promise<CostMetrics | undefined>;
  /** Number of pending webhook deliveries; absent if there are no webhooks. */
  readonly waitingWebhooks?: () => Promise<number>;
  /** Called if a reader rejects; its gauge is then absent from the scrape. */
  readonly onError: (error: unknown) => void;
}

/**
 * Registers gauges of the stored state, read on every scrape.
 *
 * @example
 * const { registry } = openMetrics();
 * stateMetrics(registry, { orders: core.orders.count, recorderAge: async () => undefined, onError: console.error });
 */
export function stateMetrics(
  registry: Registry,
  { orders, recorderAge, oldestTransaction, sending, waitingWebhooks: waiting, costs, onError }: StateReaders,
): void {
  const registers = [registry];
  new Gauge({
    name: 'sluice_orders',
    help: 'Orders by status',
    labelNames: ['status'],
    aggregator: 'first',
    registers,
    async collect() {
      this.reset();
      const counts = await orders().catch(onError);
      for (const [status, count] of Object.entries(counts ?? {})) this.set({ status }, count);
    },
  });
  const ages = [
    ['recorder_age', 'Time since prices were last recorded by any process', recorderAge],
    ['oldest_transaction', 'Age of the oldest transaction in the database', oldestTransaction],
  ] as const;
  for (const [name, help, read] of ages)
    new Gauge({
      name: `sluice_${name}_seconds`,
      help,
      aggregator: 'first',
      registers,
      async collect() {
        this.remove();
        const age = await read?.().catch(onError);
        if (age !== undefined) this.set(age);
      },
    });
  if (waiting !== undefined) waitingWebhooks(registry, () => waiting().catch(onError));
  if (costs !== undefined) costMetrics(registry, () => costs().catch(onError));
  if (sending !== undefined) sendingMetrics(registry, () => sending().catch(onError));
}
