import type { Logger } from 'pino';
import { openLog } from './log.js';
import { StartError } from '../run/start-error.js';

/** Time in ms after which everything still open is cut off. Every acknowledged write is on disk by then. */
const STOP_LIMIT_MS = 4_500;
const CUT_OFF =
  'the process did not stop within 4.5 seconds and was cut off; acknowledged writes are on disk';

/** Reason why a process ends. An error is logged and makes the exit code 1. */
export type EndReason = { readonly signal: string } | { readonly error: unknown };

/** Ends the process; only the first call counts. */
export type StopProcess = (why: EndReason) => void;

/** Ends the process on SIGINT, on SIGTERM, and when the returned function is called. `close` has 4.5 seconds. */
export function stopOnSignals(log: Logger, close: () => Promise<void>): StopProcess {
  let isStopping = false;
  const stop: StopProcess = (why) => {
    // Ctrl-C under npm arrives twice.
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => die(new StartError(CUT_OFF)), STOP_LIMIT_MS).unref();
    const isFailure = 'error' in why;
    // An error is the last line of the log, since it says why the process ended.
    if (isFailure) logFatal(why.error);
    else log.info({ reason: why.signal }, 'stopping');
    close().then(() => {
      if (!isFailure) log.info('stopped');
      process.exit(isFailure ? 1 : 0);
    }, die);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop({ signal }));
  return stop;
}

/** Logs the error and ends the process with exit code 1. */
export function die(error: unknown): void {
  logFatal(error);
  process.exit(1);
}

/** Logs only the message of a problem that the operator can fix, and anything else with its stack. */
function logFatal(error: unknown): void {
  const isTheirs = error instanceof StartError;
  openLog('fatal').fatal(isTheirs ? {} : { err: error }, isTheirs ? error.message : String(error));
}
