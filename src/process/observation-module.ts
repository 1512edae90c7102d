import { ContainerModule } from 'inversify';
import type { Logger } from 'pino';
import { PORT, token } from '../adapters/inversify/index.js';
import {
  executionMetrics,
  openMetrics,
  webhookMetrics,
  type ExecutionMetrics,
  type Metrics,
} from '../adapters/prometheus/index.js';
import { bigintAsText } from '../domain/shared/json.js';
import type { ExecutionEvent, WebhookEvent } from '../ports/index.js';
import { StartUp } from './start-up.js';
import { PASS_ENDED, STEP_BEGINS } from '../run/background-module.js';
import { WORK_LOG } from '../run/log.js';

export const LOG = token<Logger>('log');
/** Says what a starting process is waiting for. */
export const START_UP = token<StartUp>('start-up');
export const METRICS = token<Metrics>('metrics');
export const EXECUTION_METRICS = token<ExecutionMetrics>('execution-metrics');

/** The log, what the start waits for, the process's metrics, and an execution observer that writes to both. */
export const observationModule = (log: Logger, startUp = new StartUp(log)): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(LOG).toConstantValue(log);
    bind(START_UP).toConstantValue(startUp);
    bind(WORK_LOG).toConstantValue(log);
    bind(STEP_BEGINS).toConstantValue(startUp.begin);
    bind(METRICS).toResolvedValue(openMetrics);
    bind(EXECUTION_METRICS).toResolvedValue(
      ({ registry }, clock) => executionMetrics(registry, clock),
      [METRICS, PORT.clock],
    );
    bind(PASS_ENDED).toResolvedValue(({ passEnded }) => passEnded, [EXECUTION_METRICS]);
    const executionLog = log.child({ part: 'execution' });
    bind(PORT.executionObserver).toResolvedValue(
      (metrics) => ({
        observe: (event) => {
          executionLog[levelOf(event)](printable(event), event.kind);
          metrics.observe(event);
        },
      }),
      [EXECUTION_METRICS],
    );
    const webhookLog = log.child({ part: 'webhooks' });
    bind(PORT.webhookObserver).toResolvedValue(
      ({ registry }) => {
        const metrics = webhookMetrics(registry);
        return {
          observe: (event) => {
            writeWebhookEvent(webhookLog, event);
            metrics.observe(event);
          },
        };
      },
      [METRICS],
    );
  });

/** What receivers do is up to strangers: it fills no log at its usual level. */
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
  }
}

function levelOf(event: ExecutionEvent): 'debug' | 'info' | 'warn' | 'error' {
  switch (event.kind) {
    case 'swap-altered':
      return 'error';
    case 'vault-quarantined':
    case 'fee-raised':
    case 'nonce-filled':
    case 'foreign-nonces':
    case 'account-without-key':
    case 'payment-found':
    case 'foreign-payment-found':
      return 'warn';
    case 'swap-handed-over':
      return event.outcome.kind === 'accepted' ? 'debug' : 'warn';
    case 'attempt-ended':
    case 'swap-planned':
      return 'info';
    case 'swap-settled':
      return event.step === 'resend' || event.step === 'finalise' ? 'debug' : 'info';
    case 'swap-stored':
      return 'debug';
  }
}

const printable = ({ kind: _message, ...facts }: ExecutionEvent): object =>
  JSON.parse(JSON.stringify(facts, bigintAsText)) as object;
