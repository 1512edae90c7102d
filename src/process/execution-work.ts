import type { Logger } from 'pino';
import { repeat } from './repeat.js';
import { repeatWhenDue } from './repeat.js';
import type { Core } from '../application/core.js';
import type { ExecutorReport } from '../application/execution/run-executor.js';
import type { Clock } from '../ports/index.js';

export interface ExecutionWorkOptions {
  readonly clock: Clock;
  readonly log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
  /** The longest time between two passes, milliseconds. */
  readonly intervalMs: number;
  /** Is told of each pass that has ended. */
  readonly onPass?: ((report: ExecutorReport) => void) | undefined;
}

/**
 * Settles at once what an earlier process left behind, then every `intervalMs`. Orders are sent beside that, by a loop
 * of their own: at once when there are new prices or an order that fires, and when a window opens. Resolves after the
 * first settlement; the answered function ends both and waits for what is under way.
 */
export async function startExecution(
  execution: Core['execution'],
  { clock, log, intervalMs, onPass }: ExecutionWorkOptions,
): Promise<() => Promise<void>> {
  let isCutOff = false;
  const settle = async () => {
    const settled = await execution.settle();
    const wasCutOff = isCutOff;
    isCutOff = !settled.ok;
    if (!settled.ok) {
      // An outage is worth one warning, however many passes it lasts.
      const level = wasCutOff ? 'debug' : 'warn';
      return log[level]({ reason: settled.error.reason }, 'the chain cannot be reached; settlement waits');
    }
    if (wasCutOff) log.info('the chain answers again; settlement goes on');
    if (settled.value.looked > 0) log.debug(settled.value, 'settled');
  };
  const onSettleError = (error: unknown) =>
    log.error({ err: error }, 'settlement failed; it goes on with the next pass');
  await settle().catch(onSettleError);
  const settlement = repeat(settle, { pauseMs: intervalMs, onError: onSettleError });

  const run = async () => {
    const report = await execution.run();
    tell(log, report);
    onPass?.(report);
    return report.nextAt;
  };
  const onError = (error: unknown) =>
    log.error({ err: error }, 'executing orders failed; it goes on with the next pass');
  const executor = repeatWhenDue(run, { intervalMs, clock, onError });
  const stopListening = execution.onDue((at) => executor.wake(at));
  return async () => {
    stopListening();
    await Promise.all([executor.stop(), settlement.stop()]);
  };
}

function tell(log: ExecutionWorkOptions['log'], { expired, attempts, left }: ExecutorReport): void {
  const didNothing = expired === 0 && Object.keys(attempts).length === 0;
  if (didNothing) return;
  if (left === 'outage')
    log.warn({ expired, attempts }, 'the chain is in the way of orders that fire; they wait');
  else log.info({ expired, attempts, left }, 'orders executed');
}
