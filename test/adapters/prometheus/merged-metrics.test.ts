import { describe, expect, it } from '@jest/globals';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { MergedMetrics } from '../../../src/adapters/prometheus/index.js';

/** The metrics of a process that has served a number of requests. */
async function served(requests: number) {
  const registers = [new Registry()];
  new Counter({ name: 'requests_total', help: 'Requests', registers }).inc(requests);
  new Gauge({ name: 'connections', help: 'Connections', registers }).set(requests);
  new Gauge({ name: 'orders', help: 'Orders', aggregator: 'first', registers }).set(7);
  const seconds = new Histogram({ name: 'seconds', help: 'Durations', buckets: [1], registers });
  for (let n = 0; n < requests; n++) seconds.observe(0.5);
  return registers[0]!.getMetricsAsJSON();
}

describe('MergedMetrics', () => {
  it('sums what processes count, and takes shared state once', async () => {
    const merged = new MergedMetrics<string>();
    merged.set('a', await served(2));
    merged.set('b', await served(100));
    merged.set('b', await served(3));
    const text = await merged.text();
    expect(text).toContain('\nrequests_total 5\n');
    expect(text).toContain('\nconnections 5\n');
    expect(text).toContain('\norders 7\n');
    expect(text).toContain('\nseconds_bucket{le="1"} 5\n');
    expect(text).toContain('\nseconds_count 5\n');
  });

  it('keeps what ended processes have counted, and forgets their state', async () => {
    const merged = new MergedMetrics<string>();
    for (const name of ['a', 'b']) {
      merged.set(name, await served(2));
      merged.end(name);
    }
    merged.end('unknown');
    merged.set('c', await served(1));
    const text = await merged.text();
    expect(text).toContain('\nrequests_total 5\n');
    expect(text).toContain('\nseconds_sum 2.5\n');
    expect(text).toContain('\nconnections 1\n');
  });
});
