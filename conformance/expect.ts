import { isDeepStrictEqual } from 'node:util';
import { Difference } from './clause.js';
import type { Answer } from './client/http.js';

const LONGEST = 240;

/** A value on one line, as reports show it. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

export function same(got: unknown, expected: unknown, what = ''): void {
  if (!isDeepStrictEqual(got, expected)) throw new Difference(named(what, shown(expected)), shown(got));
}

/** Demands that `holds` is true. `expected` says in words what `got` should have been. */
export function demand(holds: boolean, expected: string, got: unknown): asserts holds {
  if (!holds) throw new Difference(expected, shown(got));
}

export function matches(got: unknown, pattern: RegExp, what = ''): asserts got is string {
  demand(typeof got === 'string' && pattern.test(got), named(what, `text like ${String(pattern)}`), got);
}

/** Demands the status and, if an error is given, its text. */
export function answers(answer: Answer, status: number, error?: string | RegExp): void {
  const { body, request } = answer;
  const got = `${answer.status} ${shown(isRecord(body) ? (body['error'] ?? body) : body)} to ${request}`;
  const text = error === undefined ? '' : ` ${String(error)}`;
  if (answer.status !== status) throw new Difference(`${status}${text}`, got);
  if (error === undefined) return;
  const sent = isRecord(body) ? body['error'] : undefined;
  const fits = typeof sent === 'string' && (typeof error === 'string' ? sent === error : error.test(sent));
  if (!fits) throw new Difference(`${status}${text}`, got);
}

export function header(answer: Answer, name: string, expected: string | RegExp): void {
  const got = answer.headers.get(name);
  if (typeof expected === 'string') same(got, expected, name);
  else matches(got, expected, name);
}

/** Demands Cache-Control directives, in any order and with any spaces. */
export function caching(answer: Answer, ...directives: readonly string[]): void {
  const got = answer.headers.get('cache-control') ?? '';
  const held = new Set(got.split(',').map((each) => each.trim().toLowerCase()));
  demand(
    directives.every((each) => held.has(each)),
    `Cache-Control with ${directives.join(', ')}`,
    got,
  );
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value as an object. Throws a `Difference` if it is anything else. */
export function recordOf(value: unknown, what: string): Record<string, unknown> {
  demand(isRecord(value), `${what}: an object`, value);
  return value;
}

/** The value as a list of objects. Throws a `Difference` if it is anything else. */
export function recordsOf(value: unknown, what: string): Record<string, unknown>[] {
  demand(Array.isArray(value) && value.every(isRecord), `${what}: a list of objects`, value);
  return value;
}

const named = (what: string, expected: string) => (what === '' ? expected : `${what}: ${expected}`);
