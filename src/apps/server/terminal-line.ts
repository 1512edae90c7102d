import type picocolors from 'picocolors';

/** Colours of `picocolors`. */
export type Colours = ReturnType<typeof picocolors.createColors>;

/** Fields that log lines may have; any other field is a fact. */
interface LogLine {
  readonly level: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly msg?: string;
  readonly req?: { readonly method?: unknown; readonly path?: unknown };
  readonly res?: { readonly status?: unknown };
  readonly ms?: number;
  readonly err?: LoggedError;
  readonly cause?: { readonly kind?: unknown; readonly reason?: unknown };
}

interface LoggedError {
  readonly type?: string;
  readonly message?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/**
 * A line of the log, given as JSON, in the form for people at a terminal: local time, level, message, facts. A request takes one
 * line; an error is followed by its stack. Text from strangers cannot control the terminal.
 */
export function terminalLine(json: string, colours: Colours): string {
  const { level, time, msg = '', req, res, ms, err, cause, ...rest } = JSON.parse(json) as LogLine;
  const { name, paint } = levelOf(level, colours);
  const said = req === undefined ? msg : requestWords(req, res, ms);
  const why = cause === undefined ? [] : [printable(String(cause.reason ?? cause.kind))];
  const line = [clockTime(time), paint(name.padEnd(5)), printable(said), ...why, ...factsOf(rest, colours)];
  return `${[line.join(' '), ...errorLines(err, colours)].join('\n')}\n`;
}

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;

function levelOf(
  level: number,
  { dim, green, yellow, red }: Colours,
): { name: string; paint: Colours['dim'] } {
  const name = LEVELS[Math.floor(level / 10) - 1] ?? String(level);
  const paint = level < 30 ? dim : level < 40 ? green : level < 50 ? yellow : red;
  return { name, paint };
}

const clockTime = (time: number): string => new Date(time).toTimeString().slice(0, 8);

const requestWords = (req: LogLine['req'], res: LogLine['res'], ms = 0): string =>
  `${String(req?.method)} ${String(req?.path)} ${String(res?.status)} ${ms} ms`;

/** Fields that are superfluous on a terminal, where the reader knows which process writes the line. */
const LEFT_OUT = ['pid', 'hostname', 'part'];

function factsOf(rest: object, { dim }: Colours): readonly string[] {
  const facts = Object.entries(rest).filter(([name, value]) => !LEFT_OUT.includes(name) && !isEmpty(value));
  if (facts.length === 0) return [];
  return [dim(facts.map(([name, value]) => `${name}=${factText(value)}`).join(' '))];
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

const factText = (value: unknown): string =>
  printable(typeof value === 'string' && /^\S+$/.test(value) ? value : JSON.stringify(value));

function errorLines(err: LoggedError | undefined, colours: Colours): readonly string[] {
  if (err === undefined) return [];
  const { type = 'Error', message = '', stack, cause } = err;
  const [first, ...frames] = (stack ?? `${type}: ${message}`).split('\n');
  return [
    `  ${printable(first ?? '')}`,
    ...frames.map((frame) => colours.dim(`  ${printable(frame)}`)),
    ...(cause === undefined ? [] : ['  caused by', ...errorLines(cause, colours)]),
  ];
}

/** Control characters except line breaks: they could move the cursor or paint the screen. */
const CONTROLS = /(?!\n)\p{Cc}/gu;

const printable = (text: string): string =>
  text.replace(CONTROLS, (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`);
