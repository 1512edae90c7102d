import { Console } from 'node:console';
import { token } from '../../adapters/inversify/index.js';

type Write = (facts: object, message: string) => void;

/**
 * Log of background work: pino's logger, or any object with these four methods. Lines on `console` are for people: the message
 * comes before the facts, and debug lines are left out.
 */
export interface Log {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
}

/** Drops every line. */
export const SILENT: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Returns the log itself, or for `console` a log that people can read. */
export function readableLog(log: Log): Log {
  if (!(log instanceof Console)) return log;
  const write =
    (level: 'info' | 'warn' | 'error'): Write =>
    (facts, message) =>
      log[level](message, ...(Object.keys(facts).length === 0 ? [] : [facts]));
  return { debug: SILENT.debug, info: write('info'), warn: write('warn'), error: write('error') };
}

/** The log of background work, and the log for reading the chain. */
export const WORK_LOG = token<Log>('work-log');
export const CHAIN_LOG = token<Log>('chain-log');
