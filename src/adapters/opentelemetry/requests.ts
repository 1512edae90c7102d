import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { sluiceTracer } from './tracer.js';

/** Options of `traceRequests`. */
export interface TracedRequests {
  /** Id of the operation that responded; undefined if none did. */
  readonly operationOf: (res: ServerResponse) => string | undefined;
  /** Paths that machines request so often that their spans would hide the others. */
  readonly probes: readonly string[];
}

const traceIds = new WeakMap<IncomingMessage, string>();

/**
 * Id of the trace that the request belongs to, 32 hex digits; undefined if it has none.
 *
 * @example createApp({ ...options, traceOf: traceIdOf });
 */
export const traceIdOf = (req: IncomingMessage): string | undefined => traceIds.get(req);

/**
 * Shows each request as a span named by its operation. A valid `traceparent` of the caller is continued, a malformed one is
 * ignored. Neither address, path, query nor headers are attributes: they may hold an order's uuid or personal data.
 *
 * @example createServer(traceRequests({ operationOf, probes: ['/healthz'] })(app)).listen(3000);
 */
export const traceRequests = ({
  operationOf,
  probes,
}: TracedRequests): ((listener: RequestListener) => RequestListener) => {
  const tracer = sluiceTracer();
  return (listener) => (req, res) => {
    if (probes.includes(req.url ?? '')) return listener(req, res);
    const parent = propagation.extract(ROOT_CONTEXT, req.headers);
    const { method = '' } = req;
    const options = { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } };
    const span = tracer.startSpan(method, options, parent);
    traceIds.set(req, span.spanContext().traceId);
    res.once('close', () => {
      const { statusCode } = res;
      const operation = operationOf(res);
      if (operation !== undefined) span.updateName(operation).setAttribute('sluice.operation', operation);
      span.setAttribute('http.response.status_code', statusCode);
      if (!res.writableFinished) span.setAttribute('error.type', 'aborted');
      if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(trace.setSpan(parent, span), () => listener(req, res));
  };
};

/**
 * Headers with which a receiver continues the active trace; none if no trace is active.
 *
 * @example await fetch(url, { headers: traceHeaders() });
 */
export function traceHeaders(): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}
