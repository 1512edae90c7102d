import type { ContractId } from '../shared/contract-id.js';
import type { Expression } from './clarity-reader.js';
import { allOf, ALWAYS, anyOf, NEVER, NO_SOURCES, not, other, sourcesOf } from './condition.js';
import { itemsOf, symbolOf } from './contract-code.js';
import {
  areEqual,
  argument,
  choice,
  computedFrom,
  fieldOf,
  FALSE,
  SELF,
  sourcesOfValue,
  TRUE,
  unwrapped,
  valueOf,
  wrapped,
} from './value.js';
import type { Condition, Source, Value } from './terms.js';
import type { Scope, Walker } from './scope.js';

/** The meaning of one of Clarity's own forms. */
type Form = (args: readonly Expression[], scope: Scope, walk: Walker) => Value;

/** A form whose arguments are all evaluated, in order. */
const ofValues =
  (meaning: (...values: readonly Value[]) => Value): Form =>
  (args, scope, walk) =>
    meaning(...args.map((each) => walk.value(each, scope)));

const bool = (condition: Condition, ...from: readonly Value[]): Value =>
  valueOf(sourcesOf(...from.map(sourcesOfValue)), condition);

const withName = (scope: Scope, name: Expression | undefined, value: Value): Scope => ({
  ...scope,
  names: new Map([...scope.names, [symbolOf(name) ?? '', value]]),
});

/** The account's own form of a key: the caller, or a tuple of the caller and literals. */
function isCallersKey({ origin }: Value): boolean {
  if (origin.kind === 'caller') return true;
  if (origin.kind !== 'tuple') return false;
  const fields = [...origin.fields.values()];
  const others = fields.filter((each) => each.origin.kind !== 'caller');
  return (
    fields.length - others.length === 1 &&
    others.every(({ sources, origin: { kind } }) => sources.size === 0 && kind === 'other')
  );
}

const bind: Form = ([bindings, ...body], scope, walk) => {
  let inner = scope;
  for (const binding of itemsOf(bindings)) {
    const [name, expression] = itemsOf(binding);
    inner = withName(inner, name, walk.value(expression, inner));
  }
  return walk.all(body, inner);
};

const conditional: Form = ([test, first, second], scope, walk) => {
  const { holds } = walk.value(test, scope);
  const [one, two] = walk.branches(
    holds,
    scope,
    () => walk.value(first, scope),
    () => walk.value(second, scope),
  );
  return choice(holds, one, two);
};

const match: Form = ([input, name, first, ...rest], scope, walk) => {
  const value = walk.value(input, scope);
  const [errorName, second] = rest.length > 1 ? rest : [undefined, rest[0]];
  const [one, two] = walk.branches(
    value.holds,
    scope,
    () => walk.value(first, withName(scope, name, unwrapped(value))),
    () => walk.value(second, withName(scope, errorName, computedFrom(value))),
  );
  return choice(value.holds, one, two);
};

/** `and`, or `or` if `stops` is true: later arguments are evaluated only if the earlier ones do not decide. */
const junction =
  (stops: boolean): Form =>
  ([first, ...rest], scope, walk) => {
    const value = walk.value(first, scope);
    if (rest.length === 0) return value;
    const goOn = () => junction(stops)(rest, scope, walk);
    const stop = () => value;
    const { holds } = value;
    const [one, two] = stops
      ? walk.branches(holds, scope, stop, goOn)
      : walk.branches(holds, scope, goOn, stop);
    return stops ? bool(anyOf(holds, two.holds), value, two) : bool(allOf(holds, one.holds), value, one);
  };

const defaultTo = ofValues((fallback, value) => {
  const chosen = choice(value.holds, unwrapped(value), fallback);
  const isPlain = fallback.origin.kind === 'other' && fallback.sources.size === 0;
  return isPlain ? { ...chosen, origin: unwrapped(value).origin } : chosen;
});

const mapGet: Form = ([name, key], scope, walk) => {
  const map = symbolOf(name) ?? '';
  const under = walk.value(key, scope);
  const sources = sourcesOf(new Set<Source>([`map ${map}`]), sourcesOfValue(under));
  const holds: Condition = isCallersKey(under) ? { kind: 'caller-in', map, negated: false } : other(sources);
  const entry = valueOf(sources, holds, { kind: 'entry', map, key: under });
  return { ...entry, inner: entry };
};

const mapWrite: Form = ([name, key, ...values], scope, walk) => {
  const under = walk.value(key, scope);
  values.forEach((each) => walk.value(each, scope));
  const target: Source = `map ${symbolOf(name) ?? ''}`;
  walk.note({ kind: 'write', target, key: under }, scope);
  return computedFrom(under, valueOf(new Set([target])));
};

const contractCall: Form = ([target, , ...args], scope, walk) => {
  const { origin } = walk.value(target, scope);
  const id = origin.kind === 'principal' ? (origin.id as ContractId) : undefined;
  const from = args.map((each) => walk.value(each, scope));
  const source = new Set<Source>([`contract ${id ?? '?'}`]);
  const returned = valueOf(sourcesOf(source, ...from.map(sourcesOfValue)), other(source), {
    kind: 'contract',
    id,
  });
  return { ...returned, inner: returned };
};

/** A transfer or a burn. It fails for want of the amount alone. */
const take: Form = ([, ...args], scope, walk) => {
  const values = args.map((each) => walk.value(each, scope));
  const [amount = FALSE, from = FALSE, ...recipient] = values;
  const sources = sourcesOf(...[amount, ...recipient].map(sourcesOfValue));
  walk.note({ kind: 'take', from, sources }, scope);
  return valueOf(sourcesOfValue(amount));
};

/** The elements of a list, as one value that may be any of them. */
const elementOf = (list: Value): Value =>
  list.origin.kind === 'argument' ? argument(`${list.origin.path}[]`) : computedFrom(list);

/** A call of a function for each element; `lists` tells which arguments are lists. */
const forEach =
  (isList: (index: number) => boolean): Form =>
  ([name, ...args], scope, walk) => {
    const values = args.map((each) => walk.value(each, scope));
    const called = walk.code.functions.get(symbolOf(name) ?? '');
    if (called === undefined) return computedFrom(...values);
    // What the calls before this one left in an accumulator may come from anywhere.
    const any = valueOf(new Set<Source>(['caller', 'chain']));
    const given = values.map((value, index) => (isList(index) ? elementOf(value) : any));
    return computedFrom(...values, walk.call(called, given, scope));
  };

const indexOf = ofValues((list, item) => {
  const { origin } = list;
  const isHeld = origin.kind === 'variable' || origin.kind === 'entry';
  if (origin.kind === 'list')
    return bool(anyOf(...origin.items.map((each) => areEqual(each, item))), list, item);
  return bool(
    isHeld && item.origin.kind === 'caller'
      ? areEqual(item, list)
      : other(sourcesOf(list.sources, item.sources)),
    list,
    item,
  );
});

const asContract: Form = (args, scope, walk) => walk.all(args, { ...scope, caller: SELF });

/** An expression whose answer depends on a proof that the caller brings. */
const proof = ofValues((...values) => computedFrom(...values, valueOf(new Set<Source>(['proof']))));

const unwrapOr =
  (holdsOf: (value: Value) => Condition, result: (value: Value) => Value): Form =>
  ([input, thrown], scope, walk) => {
    const value = walk.value(input, scope);
    const condition = holdsOf(value);
    walk.require(condition, thrown, scope);
    return result(value);
  };
const holds = (value: Value): Condition => value.holds;
const fails = (value: Value): Condition => not(value.holds);

/** The forms that decide, change or pass on values. All other functions compute from their arguments. */
export const FORMS: ReadonlyMap<string, Form> = new Map<string, Form>([
  ['begin', (args, scope, walk) => walk.all(args, scope)],
  ['let', bind],
  ['if', conditional],
  ['match', match],
  ['and', junction(false)],
  ['or', junction(true)],
  ['not', ofValues((value = FALSE) => bool(not(value.holds), value))],
  ['asserts!', unwrapOr(holds, () => TRUE)],
  ['try!', unwrapOr(holds, unwrapped)],
  ['unwrap!', unwrapOr(holds, unwrapped)],
  ['unwrap-panic', unwrapOr(holds, unwrapped)],
  ['unwrap-err!', unwrapOr(fails, (value) => computedFrom(value))],
  ['unwrap-err-panic', unwrapOr(fails, (value) => computedFrom(value))],
  ['default-to', defaultTo],
  ['print', ofValues((value = TRUE) => value)],
  ['ok', ofValues((value = TRUE) => wrapped(value))],
  ['some', ofValues((value = TRUE) => wrapped(value))],
  ['err', ofValues((value = TRUE) => bool(NEVER, value))],
  ['is-ok', ofValues((value = FALSE) => bool(value.holds, value))],
  ['is-some', ofValues((value = FALSE) => bool(value.holds, value))],
  ['is-err', ofValues((value = FALSE) => bool(not(value.holds), value))],
  ['is-none', ofValues((value = FALSE) => bool(not(value.holds), value))],
  [
    'is-eq',
    ofValues((first = TRUE, ...rest) =>
      bool(allOf(...rest.map((each) => areEqual(first, each))), first, ...rest),
    ),
  ],
  ['var-get', ([name]) => variable(symbolOf(name) ?? '')],
  [
    'var-set',
    ([name, to], scope, walk) => {
      const value = walk.value(to, scope);
      walk.note({ kind: 'write', target: `variable ${symbolOf(name) ?? ''}` }, scope);
      return bool(ALWAYS, value);
    },
  ],
  ['map-get?', mapGet],
  ['map-set', mapWrite],
  ['map-insert', mapWrite],
  ['map-delete', mapWrite],
  [
    'ft-mint?',
    ([, ...args], scope, walk) => {
      const [amount = FALSE] = args.map((each) => walk.value(each, scope));
      walk.note({ kind: 'mint' }, scope);
      return valueOf(sourcesOfValue(amount));
    },
  ],
  ['ft-burn?', take],
  ['ft-transfer?', take],
  // Balances and supplies change with every transfer: no one in particular decides on them.
  ['ft-get-balance', () => valueOf(NO_SOURCES)],
  ['ft-get-supply', () => valueOf(new Set<Source>(['chain']))],
  ['contract-call?', contractCall],
  ['as-contract', asContract],
  ['as-contract?', ([, ...body], scope, walk) => wrapped(asContract(body, scope, walk))],
  ['restrict-assets?', ([, , ...body], scope, walk) => wrapped(walk.all(body, scope))],
  ['get', ([name, tuple], scope, walk) => fieldOf(walk.value(tuple, scope), symbolOf(name) ?? '')],
  [
    'tuple',
    (args, scope, walk) => {
      const fields = args.map((each) => {
        const [name, value] = itemsOf(each);
        return [symbolOf(name) ?? '', walk.value(value, scope)] as const;
      });
      return {
        ...computedFrom(...fields.map(([, value]) => value)),
        origin: { kind: 'tuple', fields: new Map(fields) },
      };
    },
  ],
  ['list', ofValues((...items) => ({ ...computedFrom(...items), origin: { kind: 'list', items } }))],
  ['index-of', indexOf],
  ['index-of?', indexOf],
  ['map', forEach(() => true)],
  ['filter', forEach(() => true)],
  ['fold', forEach((index) => index === 0)],
  ['at-block', ([block, body], scope, walk) => (walk.value(block, scope), walk.value(body, scope))],
  ['contract-of', ofValues((value = FALSE) => value)],
  ...[
    'secp256k1-recover?',
    'secp256k1-verify',
    'secp256r1-verify',
    'principal-of?',
    'sha256',
    'sha512',
    'sha512/256',
    'keccak256',
    'hash160',
  ].map((name) => [name, proof] as const),
]);

const variable = (name: string): Value =>
  valueOf(new Set<Source>([`variable ${name}`]), undefined, { kind: 'variable', name });
