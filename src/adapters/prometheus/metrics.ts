import { collectDefaultMetrics, Registry } from 'prom-client';

/** The metrics of one process, for a Prometheus server to scrape. */
export interface Metrics {
  /** Registry to which further metrics can be added. */
  readonly registry: Registry;
  /** Media type of `text()`. */
  readonly contentType: string;
  /** All metrics in Prometheus's text format. Does not reject if a state reader fails. */
  text(): Promise<string>;
}

/**
 * Opens a registry, separate from prom-client's global one, with the default metrics of the Node.js process.
 *
 * @example
 * const metrics = openMetrics();
 * createApp({ ...options, metrics });
 */
export function openMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return { registry, contentType: registry.contentType, text: () => registry.metrics() };
}
