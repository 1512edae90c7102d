import type { IncomingMessage, RequestListener } from 'node:http';
import { Counter, Histogram, type Registry } from 'prom-client';

/** An area, and the location at which it is served. */
export interface ServedArea {
  readonly name: string;
  /** Path prefix, such as `/swap`. */
  readonly mount: string;
  /** Host that serves the area at its root, lower case, without port. */
  readonly host?: string | undefined;
}

/**
 * Measures request durations in seconds by area, method and status. The path is not a label: its cardinality is unbounded.
 * Requests aborted by the caller are not counted, nor are event streams, which last as long as their readers stay.
 *
 * @example createServer(httpMetrics(openMetrics().registry, areas)(app)).listen(3000);
 */
export function httpMetrics(
  registry: Registry,
  areas: readonly ServedArea[],
): (listener: RequestListener) => RequestListener {
  const durations = new Histogram({
    name: 'sluice_http_request_seconds',
    help: 'Time from a request to the end of its response',
    labelNames: ['area', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return (listener) => (req, res) => {
    const startedAt = performance.now();
    const area = areaOf(req, areas);
    res.once('finish', () => {
      if (res.getHeader('content-type') === 'text/event-stream') return;
      const method = KNOWN_METHODS.has(req.method ?? '') ? req.method! : 'other';
      durations.observe({ area, method, status: res.statusCode }, (performance.now() - startedAt) / 1000);
    });
    listener(req, res);
  };
}

/**
 * Counts requests that were turned away because the process had too many. Returns a function that counts one.
 *
 * @example new Admission({ shedAfterMs: 1_000, onShed: shedMetrics(openMetrics().registry) });
 */
export function shedMetrics(registry: Registry): (priority: 'change' | 'read') => void {
  const shed = new Counter({
    name: 'sluice_http_requests_shed_total',
    help: 'Requests turned away because the process had more than it could serve',
    labelNames: ['priority'],
    registers: [registry],
  });
  return (priority) => shed.inc({ priority });
}

/** Methods that become label values. Callers can invent others, and label values are kept forever. */
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function areaOf({ url = '', headers }: IncomingMessage, areas: readonly ServedArea[]): string {
  const requested = headers.host?.replace(/:\d+$/, '').toLowerCase();
  const area =
    areas.find(({ host }) => host !== undefined && host === requested) ??
    areas.find(({ mount }) => isUnder(url, mount));
  return area?.name ?? 'root';
}

const isUnder = (url: string, mount: string): boolean =>
  url.startsWith(mount) && ['/', '?', undefined].includes(url[mount.length]);
