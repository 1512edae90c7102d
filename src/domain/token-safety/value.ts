import { ALWAYS, either, NEVER, NO_SOURCES, not, other, sourcesIn, sourcesOf } from './condition.js';
import type { Condition, Origin, Source, Value } from './terms.js';

const OTHER: Origin = { kind: 'other' };

/** A value without a known origin. */
export const valueOf = (
  sources: ReadonlySet<Source>,
  holds: Condition = other(sources),
  origin: Origin = OTHER,
): Value => ({ origin, holds, sources });

export const LITERAL: Value = valueOf(NO_SOURCES);
export const TRUE: Value = valueOf(NO_SOURCES, ALWAYS);
export const FALSE: Value = valueOf(NO_SOURCES, NEVER);
export const CALLER: Value = valueOf(new Set<Source>(['caller']), undefined, { kind: 'caller' });
export const SELF: Value = valueOf(NO_SOURCES, undefined, { kind: 'self' });

/** An account or contract that the source names. */
export const principal = (id: string): Value => valueOf(NO_SOURCES, undefined, { kind: 'principal', id });

/** A part of the arguments. */
export const argument = (path: string): Value => valueOf(NO_SOURCES, undefined, { kind: 'argument', path });

/** All that the value depends on, including what decides whether it holds. */
export const sourcesOfValue = ({ sources, holds }: Value): ReadonlySet<Source> =>
  sourcesOf(sources, sourcesIn(holds));

/** A value computed in an unknown way from others. */
export const computedFrom = (...values: readonly Value[]): Value =>
  valueOf(sourcesOf(...values.map(sourcesOfValue)));

/** `(ok …)` or `(some …)` of the value. */
export const wrapped = (inner: Value): Value => ({ ...valueOf(sourcesOfValue(inner), ALWAYS), inner });

/** The value inside `(ok …)` or `(some …)`. */
export function unwrapped(value: Value): Value {
  if (value.inner !== undefined) return value.inner;
  return valueOf(sourcesOfValue(value), undefined, value.origin);
}

/** The field of a tuple, or of an optional tuple. */
export function fieldOf(value: Value, name: string): Value {
  const { origin, inner, holds, sources } = value;
  if (origin.kind === 'tuple') return origin.fields.get(name) ?? computedFrom(value);
  if (origin.kind === 'argument') return argument(`${origin.path}.${name}`);
  if (inner !== undefined) return { ...value, inner: fieldOf(inner, name) };
  return valueOf(sources, holds, origin);
}

/** The value of a choice: the first while `condition` holds, or the second while it does not. */
export function choice(condition: Condition, first: Value, second: Value): Value {
  const isSame = first.origin === second.origin;
  const inner = innerOfChoice(condition, first, second);
  return {
    ...valueOf(
      sourcesOf(first.sources, second.sources, sourcesIn(condition)),
      either(condition, first.holds, second.holds),
      isSame ? first.origin : OTHER,
    ),
    ...(inner && { inner }),
  };
}

function innerOfChoice(condition: Condition, first: Value, second: Value): Value | undefined {
  if (first.holds.kind === 'never') return second.inner;
  if (second.holds.kind === 'never') return first.inner;
  return first.inner && second.inner && choice(condition, first.inner, second.inner);
}

/** The condition under which two values are equal. */
export function areEqual(a: Value, b: Value): Condition {
  if (a === TRUE || b === TRUE) return (a === TRUE ? b : a).holds;
  if (a === FALSE || b === FALSE) return not((a === FALSE ? b : a).holds);
  if (isWrapped(a) || isWrapped(b)) return areEqual(unwrapped(a), unwrapped(b));
  if (b.origin.kind === 'caller' && a.origin.kind !== 'caller') return areEqual(b, a);
  if (a.origin.kind === 'principal' && b.origin.kind === 'principal')
    return a.origin.id === b.origin.id ? ALWAYS : NEVER;
  if (a.origin.kind === 'caller') {
    if (b.origin.kind === 'caller') return ALWAYS;
    if (b.origin.kind === 'contract') return other(b.sources);
    if (IDENTITIES.includes(b.origin.kind)) return { kind: 'caller-is', account: b, negated: false };
  }
  const isSelf = a.origin.kind === 'self' || b.origin.kind === 'self';
  return other(
    sourcesOf(sourcesOfValue(a), sourcesOfValue(b), isSelf ? new Set<Source>(['caller']) : NO_SOURCES),
  );
}

/** Origins that tell whose account a value is. */
const IDENTITIES: readonly Origin['kind'][] = ['principal', 'argument', 'variable', 'entry', 'self'];

const isWrapped = ({ inner, holds }: Value): boolean => inner !== undefined && holds.kind === 'always';
