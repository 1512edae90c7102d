import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

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
 * @param build version and commit of the program, for `sluice_build_info`; that metric is left out if absent.
 * @example
 * const metrics = openMetrics();
 * createApp({ ...options, metrics });
 */
export function openMetrics(build?: { readonly version: string; readonly commit?: string }): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  if (build !== undefined)
    new Gauge({
      name: 'sluice_build_info',
      help: 'Always 1: what the process was built from, in the labels',
      labelNames: ['version', 'commit', 'node'],
      // Several processes of one port count as one.
      aggregator: 'first',
      registers: [registry],
    }).set({ version: build.version, commit: build.commit ?? 'unknown', node: process.version }, 1);
  return { registry, contentType: registry.contentType, text: () => registry.metrics() };
}
