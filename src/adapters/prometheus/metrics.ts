import { collectDefaultMetrics, Registry } from 'prom-client';

/** What a process measures of itself, for a Prometheus server to fetch. */
export interface Metrics {
  /** Where the parts of the process register what they measure. */
  readonly registry: Registry;
  readonly contentType: string;
  /** Everything measured so far, in the text format of Prometheus. Never rejects for a reader that fails. */
  text(): Promise<string>;
}

/** A registry of its own with the measures of the Node.js process. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return { registry, contentType: registry.contentType, text: () => registry.metrics() };
}
