import picocolors from 'picocolors';
import { pino, type Logger } from 'pino';
import type { Config } from './config.js';
import { terminalLine } from './terminal-line.js';

/** Whether the log is read by people as it is written. */
export const isOnTerminal = (): boolean => process.stdout.isTTY;

/** The log on stdout: readable lines on a terminal, JSON lines elsewhere. */
export function openLog(level: Config['logLevel']): Logger {
  if (!isOnTerminal()) return pino({ level });
  const write = (json: string) => void process.stdout.write(terminalLine(json, picocolors));
  return pino({ level }, { write });
}
