import { ContainerModule, type ServiceIdentifier } from 'inversify';
import type { Logger } from 'pino';
import { bindResource, CORE, PORT, token } from '../adapters/inversify/index.js';
import { repeat } from '../process/repeat.js';
import type { Core } from '../application/core.js';
import type { Clock } from '../ports/index.js';
import type { Config } from './config.js';
import { startExecution, type ExecutionWorkOptions } from './execution-work.js';
import { EXECUTION_METRICS, LOG } from './observation-module.js';
import { startListRefresh, startRecorder } from './price-work.js';

type Stop = () => Promise<void>;

interface WorkerParts extends Pick<ExecutionWorkOptions, 'onPass'> {
  readonly core: Core;
  readonly clock: Clock;
  readonly log: Logger;
  /** The longest time between two passes of the executor, milliseconds. */
  readonly intervalMs: number;
}

interface Worker {
  readonly name: string;
  readonly start: (parts: WorkerParts) => Stop | Promise<Stop>;
}

const MAINTENANCE_MS = 10 * 60 * 1000;
/** The key activity that a crash may lose. */
const ACTIVITY_MS = 1_000;

/** Starts every background worker of the process when it is resolved. */
export const BACKGROUND_WORK = token<unknown>('background-work');

/** The workers of a process with these roles. Each starts when the one before it has started, and stops before it. */
export const backgroundModule = ({ roles, executorMs }: Pick<Config, 'roles' | 'executorMs'>) =>
  new ContainerModule(({ bind }) => {
    let previous: ServiceIdentifier<unknown> = CORE;
    for (const { name, start } of workersOf(roles)) {
      const worker = token<Stop>(`worker.${name}`);
      bindResource(bind, worker, {
        needs: [CORE, PORT.clock, LOG, EXECUTION_METRICS, previous],
        open: (core, clock, log, { passEnded }, _previous) =>
          start({ core, clock, log, intervalMs: executorMs, onPass: passEnded }),
        close: (stop) => stop(),
      });
      previous = worker;
    }
    bind(BACKGROUND_WORK).toService(previous);
  });

const workersOf = (roles: Config['roles']): readonly Worker[] => [
  { name: 'maintenance', start: startMaintenance },
  { name: 'key-activity', start: startActivityLog },
  ...(roles.includes('executor') ? [EXECUTOR] : []),
  ...(roles.includes('recorder') ? [RECORDER] : []),
  ...(roles.includes('api') ? [LIST_REFRESH] : []),
];

const EXECUTOR: Worker = {
  name: 'executor',
  start: ({ core, ...options }) => startExecution(core.execution, options),
};
const RECORDER: Worker = {
  name: 'recorder',
  start: ({ core, clock, log }) => startRecorder(core.prices, { clock, log }),
};
const LIST_REFRESH: Worker = {
  name: 'list-refresh',
  start: ({ core, clock, log }) => startListRefresh(core.prices, { clock, log }),
};

function startMaintenance({ core, log }: WorkerParts): Stop {
  const onError = (error: unknown) => log.error({ err: error }, 'maintenance failed and will be retried');
  const maintenance = repeat(core.maintenance.tidy, { pauseMs: MAINTENANCE_MS, onError });
  return () => maintenance.stop();
}

/** Stores the use of API keys every second, and once more at the end. */
function startActivityLog({ core: { apiKeys }, log }: WorkerParts): Stop {
  const onError = (error: unknown) =>
    log.error({ err: error }, 'key activity could not be stored; it is kept in memory');
  const flushing = repeat(() => apiKeys.activity.flush(), { pauseMs: ACTIVITY_MS, onError });
  return async () => {
    await flushing.stop();
    await apiKeys.activity.flush().catch(onError);
  };
}
