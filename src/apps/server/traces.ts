import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { ExportResultCode, W3CTraceContextPropagator, type ExportResult } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { openTelemetryTracer, traceIdOf, traceRequests } from '../../adapters/opentelemetry/index.js';

/** Longest wait of the stop for the last spans, ms. */
const LAST_EXPORT_MS = 1_000;

export interface TraceOptions {
  /** Address of a receiver of OTLP over HTTP. */
  readonly url: string;
  /** Share of the traces that are sent, 0 to 1. */
  readonly share: number;
  readonly version: string;
  readonly roles: readonly string[];
  readonly log: Logger;
}

/** Traces of this process. */
export type Traces = ReturnType<typeof openTraces>;

/**
 * Sends traces to a receiver of OTLP, with what `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_SERVICE_NAME` and the other variables of its
 * exporter say. This module loads the SDK, so import it only where traces are wanted.
 */
export function openTraces({ url, share, version, roles, log }: TraceOptions) {
  const sampler = new TraceIdRatioBasedSampler(share);
  const exporter = reported(new OTLPTraceExporter({ url: endpointOf(url) }), log);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'sluice',
      'service.version': version,
      'sluice.roles': roles.join(','),
    }).merge(detectResources({ detectors: [envDetector] })),
    // Whether a caller samples its trace does not decide whether this process does.
    sampler: new ParentBasedSampler({
      root: sampler,
      remoteParentSampled: sampler,
      remoteParentNotSampled: sampler,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    tracer: openTelemetryTracer(),
    requests: traceRequests,
    idOf: traceIdOf,
    close: async (): Promise<void> => {
      const late = new Promise<void>((resolve) => setTimeout(resolve, LAST_EXPORT_MS).unref());
      await Promise.race([provider.shutdown(), late]);
      trace.disable();
      propagation.disable();
      context.disable();
    },
  };
}

/** Address of the traces at a receiver; one that names a path is kept as it is. */
const endpointOf = (url: string): string => {
  const { pathname } = new URL(url);
  return pathname === '/' ? new URL('/v1/traces', url).href : url;
};

/** The exporter, with a line in the log when exports begin to fail, and one when they succeed again. */
function reported(exporter: SpanExporter, log: Logger): SpanExporter {
  let fails = false;
  const note = ({ code, error }: ExportResult) => {
    const failed = code !== ExportResultCode.SUCCESS;
    if (failed && !fails) log.warn({ reason: error?.message }, 'traces cannot be sent, and are dropped');
    if (!failed && fails) log.info({}, 'traces are sent again');
    fails = failed;
  };
  return {
    export: (spans: ReadableSpan[], done) =>
      exporter.export(spans, (result) => {
        note(result);
        done(result);
      }),
    forceFlush: async (...args) => exporter.forceFlush?.(...args),
    shutdown: (...args) => exporter.shutdown(...args),
  };
}
