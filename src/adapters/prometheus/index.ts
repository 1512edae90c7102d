export { eventMetrics, type EventMetrics, type PassedEvent } from './event-metrics.js';
export { executionMetrics, type ExecutionMetrics, type ExecutorPass } from './execution-metrics.js';
export { httpMetrics, shedMetrics, type ServedArea } from './http-metrics.js';
export { openMetrics, type Metrics } from './metrics.js';
export { nodeMetrics, type AllowanceReader, type NodeRequest } from './node-metrics.js';
export { webhookMetrics } from './webhook-metrics.js';
export { workMetrics } from './work-metrics.js';
export { stateMetrics, type StateReaders } from './state-metrics.js';
export type { SendingReading } from './sending-metrics.js';
