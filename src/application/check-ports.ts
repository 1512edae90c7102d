import { isObject } from '../domain/shared/fields.js';
import { requireObject, shown } from '../domain/shared/option-checks.js';
import { isOptional, PORT_NAMES } from '../ports/port-names.js';

/** @throws TypeError that names the missing ports, or says that the clock returns no valid time. */
export function checkPorts(ports: object): void {
  requireObject('the ports of createCore', ports);
  const given = ports as Readonly<Record<string, unknown>>;
  const missing = PORT_NAMES.filter((name) => !isOptional(name) && given[name] === undefined);
  if (missing.length > 0) throw new TypeError(`ports are missing: ${missing.join(', ')}`);
  const [problem] = clockProblems(given['clock']);
  if (problem !== undefined) throw new TypeError(problem);
}

/** Lists the problems with a clock. A malformed time would be stored, or make every order seem due. */
export function clockProblems(clock: unknown): readonly string[] {
  const now = isObject(clock) ? (clock as Partial<Record<'now', unknown>>).now : undefined;
  if (typeof now !== 'function')
    return [`ports.clock must be an object with a method now(), not ${shown(clock)}`];
  const time: unknown = now.call(clock);
  return time instanceof Date && !Number.isNaN(time.getTime())
    ? []
    : [`ports.clock: now() must return a valid Date, not ${shown(time)}`];
}
