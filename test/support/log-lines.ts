import { pino, type Logger } from 'pino';

export interface LogLine {
  readonly level: number;
  readonly msg: string;
}

/** A log at level `info`, with the lines that have been written to it. */
export function logInMemory(): { readonly log: Logger; readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as LogLine);
  return { lines, log: pino({ level: 'info', base: null, timestamp: false }, { write }) };
}
