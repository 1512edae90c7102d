import type { Core } from '../../application/core.js';
import type { ExecutorReport } from '../../application/execution/tick/run-executor.js';
import { bigintAsText } from '../../domain/shared/json.js';
import type { Clock } from '../../ports/index.js';
import { SILENT, type Log } from './log.js';
import { repeat, repeatWhenDue } from './repeat.js';

/** Options of {@link startExecution}. */
export interface ExecutionWorkOptions {
  readonly clock: Clock;
  /** Nothing is logged if absent. */
  readonly log?: Log;
  /** Maximum time between two passes, milliseconds. */
  readonly intervalMs: number;
  /** Called after each executor pass. */
  readonly onPass?: ((report: ExecutorReport) => void) | undefined;
}

/** Maximum interval at which fills are reported, ms: reserves at past blocks are in memory for only a few blocks. */
const REPORTS_MS = 5_000;

/**
 * Starts four loops. Settlement runs at once and then every `intervalMs`; the comparison of ended orders with the chain has the
 * same interval. Fills are reported every few seconds. The executor runs at least every `intervalMs`, and as soon as prices are recorded, an order is due or a window
 * opens. Resolves after the first settlement to a function that stops the loops and waits for the current passes.
 *
 * @example const stop = await startExecution(core.execution, { clock, intervalMs: 60_000 });
 */
export async function startExecution(
  execution: Pick<Core['execution'], 'settle' | 'recheckEnded' | 'reportFills' | 'run' | 'onDue'>,
  { clock, log = SILENT, intervalMs, onPass }: ExecutionWorkOptions,
): Promise<() => Promise<void>> {
  let isPaused = false;
  const settle = async () => {
    const settled = await execution.settle();
    const wasPaused = isPaused;
    isPaused = !settled.ok;
    if (!settled.ok) {
      // Warns once per outage, however many passes it lasts.
      const level = wasPaused ? 'debug' : 'warn';
      return log[level]({ reason: settled.error.reason }, 'chain unreachable; settlement is paused');
    }
    if (wasPaused) log.info({}, 'chain reachable again; settlement resumes');
    if (settled.value.looked > 0) log.debug(settled.value, 'settled');
  };
  const onSettleError = (error: unknown) =>
    log.error({ err: error }, 'settlement failed; the next pass retries');
  await settle().catch(onSettleError);
  const stopSettlement = repeat(settle, { pauseMs: intervalMs, onError: onSettleError });

  const recheck = async () => {
    const ended = await execution.recheckEnded();
    if (!ended.ok) log.debug({ reason: ended.error.reason }, 'ended orders were not compared with the chain');
    else if (ended.value.corrected > 0 || ended.value.unanswered > 0)
      log.info(ended.value, 'ended orders compared with the chain');
  };
  const stopRechecks = repeat(recheck, {
    pauseMs: intervalMs,
    onError: (error) => log.error({ err: error }, 'comparing ended orders failed; the next pass continues'),
  });

  const report = async () => {
    const reported = await execution.reportFills();
    if (!reported.ok) log.debug({ reason: reported.error.reason }, 'fills could not be reported yet');
    else if (reported.value.stored > 0 || reported.value.deleted > 0)
      log.debug(reported.value, 'fills reported');
  };
  const stopReports = repeat(report, {
    pauseMs: Math.min(intervalMs, REPORTS_MS),
    onError: (error) => log.error({ err: error }, 'reporting fills failed; the next pass continues'),
  });

  let stoppedBy: string | undefined;
  const run = async () => {
    const report = await execution.run();
    logPass(log, report);
    stoppedBy = logStop(log, report.stopped, stoppedBy);
    onPass?.(report);
    return report.nextAt;
  };
  const onError = (error: unknown) =>
    log.error({ err: error }, 'executing orders failed; the next pass retries');
  const executor = repeatWhenDue(run, { intervalMs, clock, onError });
  const stopListening = execution.onDue((at) => executor.wake(at));
  return async () => {
    stopListening();
    await Promise.all([executor.stop(), stopSettlement(), stopRechecks(), stopReports()]);
  };
}

/** Logs once when the operator or a limit stops new swaps, and once when they resume. Returns the kind of the current stop. */
function logStop(
  log: Log,
  stopped: ExecutorReport['stopped'],
  before: string | undefined,
): string | undefined {
  if (stopped?.kind === before) return before;
  if (stopped === undefined) log.info({}, 'new swaps are sent again');
  else log.warn(JSON.parse(JSON.stringify(stopped, bigintAsText)) as object, 'no new swaps are sent');
  return stopped?.kind;
}

function logPass(log: Log, { expired, attempts, left }: ExecutorReport): void {
  if (expired === 0 && Object.keys(attempts).length === 0) return;
  if (left === 'clock')
    log.warn({ expired, attempts }, 'the clock and the chain disagree; no order is ended or sent');
  else if (left === 'outage') log.warn({ expired, attempts }, 'chain unavailable; due orders are waiting');
  else if (expired === 0 && attempts.sent === undefined)
    log.info({ expired, attempts, left }, 'due orders were not sent');
  else log.info({ expired, attempts, left }, 'orders executed');
}
