import { ContainerModule } from 'inversify';
import type { Logger } from 'pino';
import { PORT, token } from '../adapters/inversify/index.js';
import {
  executionMetrics,
  openMetrics,
  type ExecutionMetrics,
  type Metrics,
} from '../adapters/prometheus/index.js';
import { bigintAsText } from '../domain/shared/json.js';
import type { ExecutionEvent } from '../ports/index.js';
import { PASS_ENDED } from '../run/background-module.js';
import { WORK_LOG } from '../run/log.js';

export const LOG = token<Logger>('log');
export const METRICS = token<Metrics>('metrics');
export const EXECUTION_METRICS = token<ExecutionMetrics>('execution-metrics');

/** The log, the process's metrics, and an execution observer that writes to both. */
export const observationModule = (log: Logger): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(LOG).toConstantValue(log);
    bind(WORK_LOG).toConstantValue(log);
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
  });

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
