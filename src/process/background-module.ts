import { ContainerModule, type ServiceIdentifier } from 'inversify';
import type { Logger } from 'pino';
import { bindResource, CORE, PORT, token } from '../adapters/inversify/index.js';
import { asOwnWork } from '../adapters/typeorm/index.js';
import type { Core } from '../application/core.js';
import { blockCheckMs, type Config } from './config.js';
import { startExecution, type ExecutionWorkOptions } from './execution-work.js';
import { EXECUTION_METRICS, LOG, START_UP } from './observation-module.js';
import { startListRefresh, startRecorder } from './price-work.js';
import { repeat } from './repeat.js';

type Stop = () => Promise<void>;
type Start = (core: Core, options: ExecutionWorkOptions & { readonly log: Logger }) => Stop | Promise<Stop>;

const MAINTENANCE_MS = 10 * 60 * 1000;
/** The key activity that a crash may lose. */
const ACTIVITY_MS = 1_000;

/** What the start waits for in a worker. */
const FIRST_STEPS: ReadonlyMap<string, string> = new Map([
  ['executor', 'reading from the chain what became of swaps'],
  ['list-refresh', 'reading recorded prices'],
]);

/** Starts every background worker of the process when it is resolved. */
export const BACKGROUND_WORK = token<unknown>('background-work');

type WorkSettings = Pick<Config, 'roles' | 'executorMs' | 'stacksApiRpm'>;

/** The workers of a process with these roles. Each starts when the one before it has started, and stops before it. */
export const backgroundModule = ({ executorMs, ...config }: WorkSettings) =>
  new ContainerModule(({ bind }) => {
    let previous: ServiceIdentifier<unknown> = CORE;
    for (const [name, start] of workersOf(config)) {
      const worker = token<Stop>(`worker.${name}`);
      bindResource(bind, worker, {
        needs: [CORE, PORT.clock, LOG, EXECUTION_METRICS, START_UP, previous],
        open: (core, clock, log, { passEnded }, startUp, _previous) => {
          const first = FIRST_STEPS.get(name);
          if (first !== undefined) startUp.begin(first);
          return asOwnWork(() => start(core, { clock, log, intervalMs: executorMs, onPass: passEnded }));
        },
        close: (stop) => asOwnWork(stop),
      });
      previous = worker;
    }
    bind(BACKGROUND_WORK).toService(previous);
  });

function workersOf({ roles, stacksApiRpm }: Omit<WorkSettings, 'executorMs'>): ReadonlyMap<string, Start> {
  const workers = new Map<string, Start>([
    ['maintenance', startMaintenance],
    ['key-activity', startActivityLog],
  ]);
  if (roles.includes('api'))
    workers.set('block-follower', (core, { log }) =>
      startBlockFollower(core, log, blockCheckMs({ stacksApiRpm })),
    );
  if (roles.includes('executor'))
    workers.set('executor', ({ execution }, options) => startExecution(execution, options));
  if (roles.includes('recorder'))
    workers.set('recorder', ({ prices }, { clock, log }) => startRecorder(prices, { clock, log }));
  if (roles.includes('api'))
    workers.set('list-refresh', ({ prices }, { clock, log }) => startListRefresh(prices, { clock, log }));
  return workers;
}

const startMaintenance: Start = ({ maintenance }, { log }) =>
  repeat(maintenance.tidy, {
    pauseMs: MAINTENANCE_MS,
    onError: (error) => log.error({ err: error }, 'maintenance failed and will be retried'),
  });

/** Checks the chain for a new block, so that quotes do not wait for it. Logs one warning per outage. */
function startBlockFollower({ market }: Core, log: Logger, pauseMs: number): Stop {
  let isLost = false;
  const check = async () => {
    const checked = await market.check();
    if (checked.ok === isLost) {
      if (checked.ok) log.info('reserves are up to date again');
      else log.warn(checked.error, 'reserves cannot be brought up to date; quotes may fail');
    }
    isLost = !checked.ok;
  };
  const onError = (error: unknown) => log.error({ err: error }, 'the chain could not be followed');
  return repeat(check, { pauseMs, onError });
}

/** Stores the use of API keys every second, and once more at the end. */
const startActivityLog: Start = ({ apiKeys: { activity } }, { log }) => {
  const onError = (error: unknown) =>
    log.error({ err: error }, 'key activity could not be stored; it is kept in memory');
  const stop = repeat(() => activity.flush(), { pauseMs: ACTIVITY_MS, onError });
  return async () => {
    await stop();
    await activity.flush().catch(onError);
  };
};
