export { traceHeaders, traceIdOf, traceRequests, type TracedRequests } from './requests.js';
export { openTelemetryTracer } from './tracer.js';
