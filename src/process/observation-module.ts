import { ContainerModule } from 'inversify';
import type { Logger } from 'pino';
import { PORT, token } from '../adapters/inversify/index.js';
import {
  executionMetrics,
  openMetrics,
  type ExecutionMetrics,
  type Metrics,
} from '../adapters/prometheus/index.js';
import type { ExecutionObserver } from '../ports/index.js';
import { logExecution } from './execution-log.js';

export const LOG = token<Logger>('log');
export const METRICS = token<Metrics>('metrics');
export const EXECUTION_METRICS = token<ExecutionMetrics>('execution-metrics');

/** The log, the process's metrics, and an execution observer that writes to both. */
export const observationModule = (log: Logger): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(LOG).toConstantValue(log);
    bind(METRICS).toResolvedValue(openMetrics);
    bind(EXECUTION_METRICS).toResolvedValue(
      ({ registry }, clock) => executionMetrics(registry, clock),
      [METRICS, PORT.clock],
    );
    bind(PORT.executionObserver).toResolvedValue(
      (metrics) => both(logExecution(log.child({ part: 'execution' })), metrics),
      [EXECUTION_METRICS],
    );
  });

const both = (first: ExecutionObserver, second: ExecutionObserver): ExecutionObserver => ({
  observe: (event) => {
    first.observe(event);
    second.observe(event);
  },
});
