import type { Condition, Source } from './terms.js';

export const ALWAYS: Condition = { kind: 'always' };
export const NEVER: Condition = { kind: 'never' };
export const NO_SOURCES: ReadonlySet<Source> = new Set();

/** A condition about which only its sources are known. */
export const other = (sources: ReadonlySet<Source>): Condition => ({ kind: 'other', sources });

/** All conditions. */
export function allOf(...conditions: readonly Condition[]): Condition {
  return joined('and', conditions, 'always', NEVER);
}

/** At least one of the conditions. */
export function anyOf(...conditions: readonly Condition[]): Condition {
  return joined('or', conditions, 'never', ALWAYS);
}

function joined(
  kind: 'and' | 'or',
  conditions: readonly Condition[],
  neutral: 'always' | 'never',
  absorbing: Condition,
): Condition {
  const of = new Set<Condition>();
  for (const condition of conditions) {
    if (condition.kind === absorbing.kind) return absorbing;
    if (condition.kind !== neutral) of.add(condition);
  }
  if (of.size === 0) return kind === 'and' ? ALWAYS : NEVER;
  const [only] = of;
  return of.size === 1 ? only! : { kind, of: [...of] };
}

const opposites = new WeakMap<Condition, Condition>();

/** The opposite of a condition. */
export function not(condition: Condition): Condition {
  const opposite = opposites.get(condition) ?? oppositeOf(condition);
  opposites.set(condition, opposite);
  return opposite;
}

function oppositeOf(condition: Condition): Condition {
  switch (condition.kind) {
    case 'always':
      return NEVER;
    case 'never':
      return ALWAYS;
    case 'and':
      return anyOf(...condition.of.map(not));
    case 'or':
      return allOf(...condition.of.map(not));
    case 'caller-is':
    case 'caller-in':
      return { ...condition, negated: !condition.negated };
    case 'other':
      return condition;
  }
}

/** Condition of a choice between two ways: the first while `condition` holds, or the second while it does not. */
export function either(condition: Condition, first: Condition, second: Condition): Condition {
  if (first.kind === 'always' && second.kind === 'always') return ALWAYS;
  return anyOf(allOf(condition, first), allOf(not(condition), second));
}

/** The union of sets of sources. */
export function sourcesOf(...sets: readonly ReadonlySet<Source>[]): ReadonlySet<Source> {
  const filled = sets.filter(({ size }) => size > 0);
  return filled.length < 2 ? (filled[0] ?? NO_SOURCES) : new Set(filled.flatMap((set) => [...set]));
}

const inConditions = new WeakMap<Condition, ReadonlySet<Source>>();

/** All that the condition depends on. */
export function sourcesIn(condition: Condition): ReadonlySet<Source> {
  const known = inConditions.get(condition);
  if (known !== undefined) return known;
  const sources = sourcesDirectlyIn(condition);
  inConditions.set(condition, sources);
  return sources;
}

function sourcesDirectlyIn(condition: Condition): ReadonlySet<Source> {
  switch (condition.kind) {
    case 'always':
    case 'never':
      return NO_SOURCES;
    case 'and':
    case 'or':
      return sourcesOf(...condition.of.map(sourcesIn));
    case 'caller-is':
      return sourcesOf(new Set(['caller'] as const), condition.account.sources);
    case 'caller-in':
      return new Set(['caller', `map ${condition.map}`] as const);
    case 'other':
      return condition.sources;
  }
}

/** The conditions that others are made of. */
export function partsOf(condition: Condition): ReadonlySet<Condition> {
  const seen = new Set([condition]);
  // Iterating over a set includes items added meanwhile.
  for (const each of seen)
    if (each.kind === 'and' || each.kind === 'or') each.of.forEach((part) => seen.add(part));
  return new Set([...seen].filter(({ kind }) => kind !== 'and' && kind !== 'or'));
}
