import { closestName } from './closest-name.js';
import { isObject, type Parse } from './fields.js';
import { err, ok } from './result.js';

// Programs' arguments are checked here, since JavaScript has no compiler to find a misspelt name or a number in quotes.

const SHOWN_CHARACTERS = 40;

/** Returns the value as errors show it: text (shortened), numbers and booleans themselves, and only the type of anything else. */
export function shown(value: unknown): string {
  if (typeof value === 'string') {
    const cut = value.length > SHOWN_CHARACTERS ? `${value.slice(0, SHOWN_CHARACTERS)}…` : value;
    return JSON.stringify(cut);
  }
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'an invalid Date' : 'a Date';
  if (typeof value === 'function') return 'a function';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** Returns the problem with a required value. The problem quotes the value; secrets are checked by `wrongSecret`. */
export function wrongValue(name: string, value: unknown, parse: Parse<unknown>): readonly string[] {
  const field = parse(value);
  return field.ok ? [] : [`${name} ${field.error.reason}, not ${shown(value)}`];
}

/** The problem with a value that may be absent. */
export const wrongOption = (name: string, value: unknown, parse: Parse<unknown>): readonly string[] =>
  value === undefined ? [] : wrongValue(name, value, parse);

/** Returns the problem with a secret, without showing the secret. */
export function wrongSecret(name: string, value: unknown, parse: Parse<unknown>): readonly string[] {
  const field = value === undefined ? ok() : parse(value);
  return field.ok ? [] : [`${name} ${field.error.reason}`];
}

/** The problems with the items of a list. */
export function wrongItems(name: string, value: unknown, parse: Parse<unknown>): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return [`${name} must be a list, not ${shown(value)}`];
  return value.flatMap((item, n) => wrongValue(`${name}[${n}]`, item, parse));
}

/**
 * Unknown names, each with the known one that was probably meant.
 *
 * @param place completes `unknown …`: `option ` or `option chain.`.
 */
export const unknownNames = (
  options: object,
  known: readonly string[],
  place = 'option ',
): readonly string[] =>
  Object.keys(options)
    .filter((name) => !known.includes(name))
    .map((name) => `unknown ${place}${name}; ${meantBy(name, known)}`);

/** Asks whether the closest known name was meant; lists all known names if none is close. */
export function meantBy(name: string, known: readonly string[]): string {
  const meant = closestName(name, known);
  return meant === undefined ? `there are ${known.join(', ')}` : `did you mean ${meant}?`;
}

/** @throws RangeError that names every problem, if any. */
export function refuseOptions(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const lines =
    problems.length === 1 ? problems : [`${problems.length} options cannot be used:`, ...problems];
  throw new RangeError(lines.join('\n  '));
}

/** @throws TypeError if the argument is missing or not an object. */
export function requireObject(name: string, value: unknown): void {
  if (!isObject(value)) throw new TypeError(`${name} must be an object, not ${shown(value)}`);
}

/** Accepts any value: it is checked elsewhere, or not at all. */
export const anything: Parse<unknown> = (raw) => ok(raw);

/** Text of any length, whose meaning is checked elsewhere. */
export const anyText: Parse<string> = (raw) =>
  typeof raw === 'string' ? ok(raw) : err({ reason: 'must be a text' });

/** Check for each field of an argument. */
export type Checks<N extends string = string> = Readonly<Record<N, Parse<unknown>>>;

/**
 * Checks an argument that is an object, by the fields that it may have.
 *
 * @param what the name of the argument in errors.
 * @param required the fields that it must have.
 * @throws TypeError if it is not an object. RangeError that names every unknown or out-of-range field.
 */
export function checkArgument<N extends string>(
  what: string,
  argument: object,
  checks: Checks<N>,
  required: readonly N[] = [],
): void {
  requireObject(what, argument);
  const values = argument as Readonly<Record<string, unknown>>;
  const names = Object.keys(checks) as N[];
  refuseOptions([
    ...unknownNames(argument, names),
    ...names.flatMap((name) =>
      (required.includes(name) ? wrongValue : wrongOption)(name, values[name], checks[name]),
    ),
  ]);
}

const bounds = (min: number, max: number): string =>
  max === Infinity ? `of ${min} or more` : `from ${min} to ${max}`;

/** A whole number between the bounds, inclusive; without an upper bound by default. */
export const count =
  (min: number, max = Infinity): Parse<number> =>
  (raw) =>
    Number.isSafeInteger(raw) && Number(raw) >= min && Number(raw) <= max
      ? ok(Number(raw))
      : err({ reason: `must be a whole number ${bounds(min, max)}` });

/** A number between the bounds, inclusive. Never NaN. */
export const number =
  (min: number, max = Infinity): Parse<number> =>
  (raw) =>
    typeof raw === 'number' && raw >= min && raw <= max
      ? ok(raw)
      : err({ reason: `must be a number ${bounds(min, max)}` });

export const bigint =
  (min: bigint): Parse<bigint> =>
  (raw) =>
    typeof raw === 'bigint' && raw >= min ? ok(raw) : err({ reason: `must be a bigint of ${min} or more` });

export const anObject =
  (wanted = 'an object'): Parse<object> =>
  (raw) =>
    isObject(raw) ? ok(raw) : err({ reason: `must be ${wanted}` });

export const aFunction =
  <F extends object>(wanted = 'a function'): Parse<F> =>
  (raw) =>
    typeof raw === 'function' ? ok(raw as F) : err({ reason: `must be ${wanted}` });

/** One of the choices, which the error lists in the given order. */
export const among =
  (...choices: readonly unknown[]): Parse<unknown> =>
  (raw) =>
    choices.includes(raw) ? ok(raw) : err({ reason: `must be one of ${choices.join(', ')}` });
