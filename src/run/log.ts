import { token } from '../adapters/inversify/index.js';

type Write = (facts: object, message: string) => void;

/** Where background work reports: pino's logger, `console`, or any object with these four methods. */
export interface Log {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
}

/** Drops every line. */
export const SILENT: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** The log of background work, and that of what reads the chain. */
export const WORK_LOG = token<Log>('work-log');
export const CHAIN_LOG = token<Log>('chain-log');
