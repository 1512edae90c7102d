import { randomBytes } from 'node:crypto';
import { ContainerModule } from 'inversify';
import type { ProcessState, Readiness } from '../../adapters/express/index.js';
import { bindResource, CORE, PORT, STORAGE, token } from '../../adapters/inversify/index.js';
import { stateMetrics } from '../../adapters/prometheus/index.js';
import { recentFlight } from '../../application/shared/single-flight.js';
import type { Config } from './config.js';
import { LOG, METRICS, PROBLEMS, PROCESS_WATCH } from './observation-module.js';
import { processStateOf } from './process-state.js';
import { readinessOf } from './readiness.js';
import { mergedState, type OthersState } from './workers/merged-state.js';

export const READINESS = token<() => Promise<Readiness>>('readiness');
/** State of this process alone. */
export const OWN_STATE = token<() => Promise<ProcessState>>('own-state');
/** State of this process for its operator, with that of the server's other workers. */
export const PROCESS_STATE = token<() => Promise<ProcessState>>('process-state');
/** Name of this process in the ids of its requests and in the operator's status. */
export const PROCESS_ID = token<string>('process-id');
/** Metrics of the stored state, once they are registered. */
export const STATE_METRICS = token<unknown>('state-metrics');

/** Maximum age of the state at `/readyz` and `/metrics`: however many requests arrive, it is read at most once in this time. */
export const STATE_MAX_AGE_MS = 1_000;
/** Maximum age of the sums of a day, which read each of its transactions. */
const COSTS_MAX_AGE_MS = 60_000;

interface StateOptions {
  /** Whether the process's metrics have the stored state, which all processes on a database share. */
  readonly readsStorage: boolean;
  /** State of the server's other workers. */
  readonly others?: (() => Promise<OthersState>) | undefined;
}

/** Module of what the process reports about itself and about the stored state. */
export const stateModule = (config: Config, { readsStorage, others }: StateOptions): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(PROCESS_ID).toConstantValue(randomBytes(6).toString('hex'));
    bind(READINESS).toResolvedValue(
      ({ prices, sending, database, clock: { check: checkClock } }, clock, storage, chain) => {
        const read = readinessOf({
          storage,
          chain,
          prices,
          sending,
          home: database,
          checkClock,
          clock,
          config,
        });
        return recentFlight(read, { clock, maxAgeMs: STATE_MAX_AGE_MS });
      },
      [CORE, PORT.clock, STORAGE, PORT.chain],
    );
    bind(OWN_STATE).toResolvedValue(
      (core, clock, readiness, watch, problems, id) =>
        processStateOf({ core, clock, readiness, watch, problems, config, id }),
      [CORE, PORT.clock, READINESS, PROCESS_WATCH, PROBLEMS, PROCESS_ID],
    );
    bind(PROCESS_STATE).toResolvedValue(
      (readOwn) =>
        others === undefined
          ? readOwn
          : async () => {
              const [own, found] = await Promise.all([readOwn(), others()]);
              return mergedState(own, found);
            },
      [OWN_STATE],
    );
    bindResource(bind, STATE_METRICS, {
      needs: [CORE, STORAGE, PORT.clock, METRICS, LOG],
      open: (core, storage, clock, metrics, log) => {
        if (!readsStorage) return;
        const recent = <T>(read: () => Promise<T>) =>
          recentFlight(read, { clock, maxAgeMs: STATE_MAX_AGE_MS });
        stateMetrics(metrics.registry, {
          orders: recent(core.orders.count),
          recorderAge: recent(async () => (await core.prices.health()).ageSeconds),
          oldestTransaction: recent(async () => storage.oldestTransaction?.()),
          sending: recent(core.sending.standing),
          costs: recentFlight(
            async () => {
              const found = await core.operator.costs.lastDay();
              return found.ok ? found.value : undefined;
            },
            { clock, maxAgeMs: COSTS_MAX_AGE_MS },
          ),
          waitingWebhooks: recent(core.webhooks.countWaiting),
          onError: (error) => log.error({ err: error }, 'a metric could not be read'),
        });
      },
      close: () => undefined,
    });
  });
