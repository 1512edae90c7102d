import type { RecentProblem } from '../../adapters/express/index.js';

/** Number of problems to keep. */
export const KEPT_PROBLEMS = 50;
/** Maximum length of the facts that are kept of a problem, as JSON. */
const MAX_FIELDS = 4_000;

/** Names of the problems' levels, by pino's numbers. */
const LEVELS: Readonly<Record<string, RecentProblem['level']>> = { 40: 'warn', 50: 'error', 60: 'fatal' };
const LEVEL = /^\{"level":([456]0),/;

/** Names of fields that are not kept. The log contains no secrets, but if it ever did, they must not spread. */
const SECRET = /signature|secret|password|authorization|cookie|^raw$|private_?key|api_?key/i;

/** The last warnings and errors of the log. Equal consecutive messages count as one. */
export class RecentProblems {
  /** Problems, newest first. */
  #kept: readonly RecentProblem[] = [];

  /** Takes a line as written by pino. A line below `warn` costs one comparison. */
  readonly take = (line: string): void => {
    const level = LEVELS[LEVEL.exec(line)?.[1] ?? ''];
    if (level === undefined) return;
    const { time, msg = '', ...facts } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    const problem = { at: new Date(time as number), level, message: String(msg), fields: fieldsOf(facts) };
    const [last, ...others] = this.#kept;
    const isRepeated = last?.level === level && last.message === problem.message;
    const times = isRepeated ? last.times + 1 : 1;
    this.#kept = [{ ...problem, times }, ...(isRepeated ? others : this.#kept).slice(0, KEPT_PROBLEMS - 1)];
  };

  list(): readonly RecentProblem[] {
    return this.#kept;
  }
}

function fieldsOf({
  level: _level,
  pid: _pid,
  hostname: _host,
  ...facts
}: Readonly<Record<string, unknown>>): object {
  const text = JSON.stringify(facts, (name, value: unknown) =>
    name === 'stack' || SECRET.test(name) ? undefined : value,
  );
  return text.length > MAX_FIELDS ? {} : (JSON.parse(text) as object);
}
