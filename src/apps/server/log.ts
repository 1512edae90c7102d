import picocolors from 'picocolors';
import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.js';
import { programBuild } from './installation.js';
import { terminalLine } from './terminal-line.js';

type Output = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/** Whether a person reads the log as it is written. */
export const isOnTerminal = (): boolean => process.stdout.isTTY;

/**
 * The log on standard output: readable lines on a terminal, JSON lines elsewhere.
 *
 * @param onLine called with each line as JSON before it is written.
 */
export function openLog(
  level: Config['logLevel'],
  out: Output = process.stdout,
  onLine: (json: string) => void = () => {},
): Logger {
  const streamWrite = (json: string) => {
    onLine(json);
    return json;
  };
  const options = { level, hooks: { streamWrite } };
  if (!out.isTTY) return pino(options, linesByTurn());
  return pino(options, { write: (json) => void out.write(terminalLine(json, picocolors)) });
}

/** Characters of lines that are held until the end of the turn. */
const MOST_HELD = 16 * 1024;

/**
 * Standard output, to which the lines of one turn of the event loop are written together: a write for each would cost a busy server a
 * twentieth of its time. A fatal line and the end of the process write what is held.
 */
function linesByTurn(): DestinationStream & { readonly flushSync: () => void } {
  const out = pino.destination({ fd: process.stdout.fd, sync: true });
  let held = '';
  let isDue = false;
  const writeHeld = () => {
    isDue = false;
    const lines = held;
    held = '';
    if (lines !== '') out.write(lines);
  };
  const flushSync = () => {
    writeHeld();
    // Waits for the disk if the output is a file, which the end of a turn must not: each request would take milliseconds.
    out.flushSync();
  };
  process.once('exit', flushSync);
  const write = (line: string) => {
    held += line;
    if (held.length >= MOST_HELD) return writeHeld();
    if (isDue) return;
    isDue = true;
    setImmediate(writeHeld);
  };
  return { write, flushSync };
}

/** Logs what the program was built from: the first line of a log that is no terminal, whose first screen shows the version. */
export function logBuild(log: Pick<Logger, 'info'>): void {
  if (!isOnTerminal()) log.info({ ...programBuild(), node: process.version }, 'starting');
}
