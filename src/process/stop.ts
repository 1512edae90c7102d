import { pino, type Logger } from 'pino';
import { ConfigError } from './config.js';

/** What is still open by then is cut off; every acknowledged write is on disk already. */
const STOP_LIMIT_MS = 4_500;

/** Ends the process; the first call counts. An error is logged and makes the exit code 1. */
export type StopProcess = (reason: string, error?: unknown) => void;

/** Ends the process on SIGINT, SIGTERM and on request: `close` has 4.5 seconds. */
export function stopOnSignals(log: Logger, close: () => Promise<void>): StopProcess {
  let isStopping = false;
  const stop: StopProcess = (reason, error) => {
    // Ctrl-C under npm arrives twice.
    if (isStopping) return;
    isStopping = true;
    if (error !== undefined) logFatal(error);
    setTimeout(() => die(new Error('the process did not stop in time')), STOP_LIMIT_MS).unref();
    log.info({ reason }, 'stopping');
    close().then(() => {
      log.info('stopped');
      process.exit(error === undefined ? 0 : 1);
    }, die);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal));
  return stop;
}

/** Logs the error and ends the process with exit code 1. */
export function die(error: unknown): void {
  logFatal(error);
  process.exit(1);
}

/** Logs a setting that cannot be used by its message alone, everything else with its stack. */
function logFatal(error: unknown): void {
  const isSetting = error instanceof ConfigError;
  pino({ level: 'fatal' }).fatal(isSetting ? {} : { err: error }, isSetting ? error.message : String(error));
}
