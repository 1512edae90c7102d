import { AggregatorRegistry, Registry } from 'prom-client';

/** The metrics of one process at one time, as data. */
export type MetricsSnapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/**
 * Sums the metrics of several processes, each as its metric's `aggregator` says. What processes that have ended counted stays in
 * the sums: a counter that went back would look like a restart, after which Prometheus counts everything again.
 *
 * @example
 * import { register } from 'prom-client';
 * const merged = new MergedMetrics<number>();
 * merged.set(process.pid, await register.getMetricsAsJSON());
 * const text = await merged.text();
 */
export class MergedMetrics<Process> {
  readonly contentType = new Registry().contentType;
  readonly #running = new Map<Process, MetricsSnapshot>();
  #ended: Promise<MetricsSnapshot> = Promise.resolve([]);

  /** Replaces the last known metrics of the process. */
  set(process: Process, snapshot: MetricsSnapshot): void {
    this.#running.set(process, snapshot);
  }

  /** Notes that the process has ended: of its last known metrics only what it has counted remains. */
  end(process: Process): void {
    const counted = (this.#running.get(process) ?? []).filter(isCount);
    this.#running.delete(process);
    this.#ended = this.#ended.then((ended) =>
      AggregatorRegistry.aggregate([ended, counted]).getMetricsAsJSON(),
    );
  }

  /** The sums in Prometheus's text format. */
  async text(): Promise<string> {
    return AggregatorRegistry.aggregate([...this.#running.values(), await this.#ended]).metrics();
  }
}

/** Types as prom-client's JSON names them, against what its declarations say. */
const COUNTS: readonly unknown[] = ['counter', 'histogram'];

const isCount = ({ type }: MetricsSnapshot[number]): boolean => COUNTS.includes(type);
