import { Console } from 'node:console';
import { token } from '../../adapters/inversify/index.js';

type Write = (facts: object, message: string) => void;

/**
 * Log of background work: pino's logger, or any object with these four methods. To `console` it writes for people: the message
 * before the facts, without debug lines.
 */
export interface Log {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
}

/** Drops every line. */
export const SILENT: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** The log itself, or for the console, one that is readable. */
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
