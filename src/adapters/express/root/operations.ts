import type { Clock } from '../../../ports/index.js';
import { operation, SENT } from '../operation/operation.js';
import { always, list, object, text, time, whole } from '../operation/schema.js';
import { field, fields } from '../operation/shape.js';

/** Whether the process can serve requests. */
export interface Readiness {
  readonly ready: boolean;
  /** What is not ready, in words that anyone may read. */
  readonly reasons: readonly string[];
}

/** Metrics in the text format of Prometheus. */
export interface MetricsText {
  readonly contentType: string;
  text(): Promise<string>;
}

export const isUp = operation({
  id: 'isUp',
  path: '/healthz',
  summary: 'Is the process up',
  response: { description: 'It is.', schema: object({ status: always('ok') }) },
  curl: '"$BASE/healthz"',
  handle: () => ({ status: 'ok' as const }),
});

export const isReady = operation({
  id: 'isReady',
  path: '/readyz',
  summary: 'Is the process ready to serve: database and chain respond',
  response: { description: 'It is.', schema: object({ status: always('ready') }) },
  otherwise: {
    status: 503,
    description: 'It is not.',
    schema: object({ status: always('unready'), reasons: list(text('what is not ready'), 'why') }),
    when: ({ status }) => status === 'unready',
  },
  curl: '"$BASE/readyz"',
  handle: async ({ readiness }: { readonly readiness: () => Promise<Readiness> }) => {
    const { ready, reasons } = await readiness();
    return ready ? { status: 'ready' as const } : { status: 'unready' as const, reasons };
  },
});

const TIME = fields<Date>()({
  now: field(whole('Unix time', { 'x-unit': 'milliseconds' }), (now) => now.getTime()),
  iso: field(time('the same'), (now) => now),
});

export const tellTime = operation({
  id: 'tellTime',
  path: '/time',
  summary: 'The server’s clock, for clients whose own drifts: signed messages carry its time',
  response: { description: 'The time.', schema: TIME.schema },
  curl: '"$BASE/time"',
  origins: () => '*',
  handle: ({ clock }: { readonly clock: Clock }) => TIME.write(clock.now()),
});

export const readMetrics = operation({
  id: 'readMetrics',
  path: '/metrics',
  summary: 'Measurements of the process, for a Prometheus server',
  response: {
    description: 'The metrics.',
    schema: text('metrics in the text format of Prometheus'),
    mediaType: 'text/plain',
  },
  curl: '"$BASE/metrics"',
  handle: async ({ metrics }: { readonly metrics: MetricsText }, { res }) => {
    res.type(metrics.contentType).send(await metrics.text());
    return SENT;
  },
});

export const describeInterface = operation({
  id: 'describeInterface',
  path: '/openapi.json',
  summary: 'This interface as an OpenAPI 3.1 document',
  response: {
    description: 'The document, for the areas that this process serves.',
    schema: object(
      { openapi: text('version of OpenAPI'), info: { type: 'object' }, paths: { type: 'object' } },
      { additionalProperties: true },
    ),
    caching: 'public, max-age=60',
    tagged: true,
  },
  curl: '"$BASE/openapi.json"',
  origins: () => '*',
  handle: ({ document, tag }: { readonly document: string; readonly tag: string }, { res }) => {
    res.set('ETag', tag).type('json').send(document);
    return SENT;
  },
});
