import { ContainerModule } from 'inversify';
import type { Logger } from 'pino';
import { PORT, token } from '../../adapters/inversify/index.js';
import {
  eventMetrics,
  executionMetrics,
  openMetrics,
  webhookMetrics,
  type EventMetrics,
  type ExecutionMetrics,
  type Metrics,
} from '../../adapters/prometheus/index.js';
import type { ExecutorReport } from '../../application/execution/tick/run-executor.js';
import { handleOf } from '../../domain/order/terms/handle.js';
import type { Sha256 } from '../../domain/shared/address.js';
import { bigintAsText } from '../../domain/shared/json.js';
import type { ExecutionEvent, WebhookEvent } from '../../ports/index.js';
import { programBuild } from './installation.js';
import { ProcessWatch } from './process-watch.js';
import { RecentProblems } from './recent-problems.js';
import { StartUp } from './start-up.js';
import { PASS_ENDED, STEP_BEGINS } from '../run/background-module.js';
import { WORK_LOG } from '../run/log.js';

export const LOG = token<Logger>('log');
/** Step that a starting process is waiting for. */
export const START_UP = token<StartUp>('start-up');
export const METRICS = token<Metrics>('metrics');
/** Facts for the operator that only this process knows. */
export const PROCESS_WATCH = token<ProcessWatch>('process-watch');
/** The last warnings and errors of the log. */
export const PROBLEMS = token<RecentProblems>('problems');
export const EVENT_METRICS = token<EventMetrics>('event-metrics');
export const EXECUTION_METRICS = token<ExecutionMetrics>('execution-metrics');

interface Observed {
  readonly startUp?: StartUp;
  /** Receives the lines of the log. */
  readonly problems?: RecentProblems;
  /** Opens the metrics of the process. */
  readonly metrics?: (() => Metrics) | undefined;
}

/** The metrics of a process, with what its program was built from. */
export const metricsOfBuild = (): Metrics => openMetrics(programBuild());

/**
 * Module of the log, the step that the start waits for, the process's metrics, an execution observer that writes to both log and
 * metrics, and the process's state for the operator's status.
 */
export const observationModule = (
  log: Logger,
  { startUp = new StartUp(log), problems = new RecentProblems(), metrics = metricsOfBuild }: Observed = {},
): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(LOG).toConstantValue(log);
    bind(PROBLEMS).toConstantValue(problems);
    bind(PROCESS_WATCH).toResolvedValue((clock) => new ProcessWatch(clock), [PORT.clock]);
    bind(START_UP).toConstantValue(startUp);
    bind(WORK_LOG).toConstantValue(log);
    bind(STEP_BEGINS).toConstantValue(startUp.begin);
    bind(METRICS).toResolvedValue(metrics);
    bind(EXECUTION_METRICS).toResolvedValue(
      ({ registry }, clock) => executionMetrics(registry, clock),
      [METRICS, PORT.clock],
    );
    bind(PASS_ENDED).toResolvedValue(
      (metrics, watch) => (report: ExecutorReport) => {
        metrics.passEnded(report);
        watch.passEnded(report);
      },
      [EXECUTION_METRICS, PROCESS_WATCH],
    );
    const executionLog = log.child({ part: 'execution' });
    bind(PORT.executionObserver).toResolvedValue(
      (metrics, { sha256 }) => ({
        observe: (event) => {
          executionLog[levelOf(event)](factsOf(event, sha256), event.kind);
          metrics.observe(event);
        },
      }),
      [EXECUTION_METRICS, PORT.hasher],
    );
    bind(EVENT_METRICS).toResolvedValue(({ registry }) => eventMetrics(registry), [METRICS]);
    const webhookLog = log.child({ part: 'webhooks' });
    bind(PORT.webhookObserver).toResolvedValue(
      ({ registry }, events) => {
        const metrics = webhookMetrics(registry, events);
        return {
          observe: (event) => {
            writeWebhookEvent(webhookLog, event);
            metrics.observe(event);
          },
        };
      },
      [METRICS, EVENT_METRICS],
    );
  });

/** Logs a webhook event. Strangers control whether their receivers fail, so such events must not fill a log at its usual level. */
function writeWebhookEvent(log: Logger, event: WebhookEvent): void {
  switch (event.kind) {
    case 'webhook-attempt-lost':
      return log.error({ deliveryId: event.deliveryId, err: event.error }, event.kind);
    case 'webhook-attempt': {
      const { kind, ...facts } = event;
      return log[facts.state === 'dead' ? 'info' : 'debug'](facts, kind);
    }
    case 'webhook-disabled': {
      const { kind, ...facts } = event;
      return log.info(facts, kind);
    }
    case 'webhook-event-queued':
      return;
  }
}

function levelOf(event: ExecutionEvent): 'debug' | 'info' | 'warn' | 'error' {
  switch (event.kind) {
    case 'invariant-violated':
      return 'error';
    case 'vault-quarantined':
    case 'fee-raised':
    case 'nonce-filled':
    case 'foreign-nonces':
    case 'account-without-key':
    case 'payment-found':
    case 'foreign-payment-found':
    case 'broadcast-found':
      return 'warn';
    case 'swap-handed-over':
      return event.outcome.kind === 'accepted' ? 'debug' : 'warn';
    case 'attempt-ended':
    case 'swap-planned':
      return 'info';
    case 'swap-settled':
      return event.step === 'resend' || event.step === 'finalise' ? 'debug' : 'info';
    case 'due-order-sent':
    case 'swap-stored':
      return 'debug';
  }
}

/**
 * The facts of an event, with the order's handle in place of its uuid: with the uuid, a reader of the log could mark the order as
 * spent.
 */
function factsOf({ kind: _message, ...facts }: ExecutionEvent, sha256: Sha256): object {
  const { uuid, ...others } = 'uuid' in facts ? facts : { ...facts, uuid: undefined };
  const order = uuid === undefined ? {} : { order: handleOf(uuid, sha256) };
  return JSON.parse(JSON.stringify({ ...order, ...others }, bigintAsText)) as object;
}
