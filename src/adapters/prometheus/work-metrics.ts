import { Histogram, type Registry } from 'prom-client';
import { isObject } from '../../domain/shared/fields.js';
import type { Tracer, WorkName } from '../../ports/index.js';

/** Work whose duration is measured. Quotes and attempts are measured elsewhere. */
const FOLLOWED: ReadonlySet<WorkName> = new Set(['place-order', 'place-orders', 'settle', 'record-prices']);

/**
 * Measures the duration of work, in seconds.
 *
 * @example
 * const { registry } = openMetrics();
 * const core = createCore({ ...ports, tracer: workMetrics(registry) });
 */
export function workMetrics(registry: Registry): Tracer {
  const seconds = new Histogram({
    name: 'sluice_work_seconds',
    help: 'Duration of work, by outcome: ok, refused, failed',
    labelNames: ['work', 'outcome'],
    buckets: [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  return {
    follows: FOLLOWED,
    async follow({ name }, run) {
      const startedAt = performance.now();
      let outcome = 'failed';
      try {
        const result = await run();
        outcome = isObject(result) && 'ok' in result && result.ok === false ? 'refused' : 'ok';
        return result;
      } finally {
        seconds.observe({ work: name, outcome }, (performance.now() - startedAt) / 1000);
      }
    },
  };
}
