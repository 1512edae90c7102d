import { pino, type Logger } from 'pino';

export interface LogLine {
  readonly level: number;
  readonly msg: string;
}

/** A log at level `info`, and its lines so far. */
export function logInMemory(): { readonly log: Logger; readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as LogLine);
  return { lines, log: pino({ level: 'info', base: null, timestamp: false }, { write }) };
}
