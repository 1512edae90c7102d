import { Counter, Gauge, type Registry } from 'prom-client';

/** Workers of a server with several processes. */
export interface WorkersReading {
  /** Workers that do their work. */
  readonly working: number;
  /** Workers that have ended and are being replaced. */
  readonly missing: number;
  /** Workers that have ended without having been asked to, since the server started. */
  readonly lost: number;
}

/**
 * Registers metrics of a server's worker processes. Calls `read` once per scrape and metric.
 *
 * @example workerMetrics(openMetrics().registry, () => ({ working: 4, missing: 0, lost: 0 }));
 */
export function workerMetrics(registry: Registry, read: () => WorkersReading): void {
  const registers = [registry];
  new Gauge({
    name: 'sluice_workers',
    help: 'Worker processes, by whether they work or are missing',
    labelNames: ['state'],
    registers,
    collect() {
      const { working, missing } = read();
      this.set({ state: 'working' }, working);
      this.set({ state: 'missing' }, missing);
    },
  });
  new Counter({
    name: 'sluice_workers_lost_total',
    help: 'Worker processes that ended without having been asked to',
    registers,
    collect() {
      this.reset();
      this.inc(read().lost);
    },
  });
}
