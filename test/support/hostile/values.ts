import fc from 'fast-check';
import { DOCUMENT } from '../../adapters/express/described.js';
import type { JsonSchema } from '../../../src/adapters/express/schema/model.js';
import { anyCharacter } from '../properties.js';
import type { World } from './world.js';

/** A value that is made when its request is sent, from what the server has by then. */
export type Made<T = unknown> = (world: World) => T;

const NASTY = [
  '',
  ' ',
  '0',
  '-1',
  '00',
  '1e400',
  'NaN',
  '99999999999999999999999999999999999999999',
  '340282366920938463463374607431768211456',
  '0x10',
  'null',
  'true',
  '__proto__',
  'constructor',
  'client:',
  '*',
  '%',
  '_',
  '.',
  '..',
  '../../etc/passwd',
  '.stx',
  "' OR 1=1 --",
  '\u0000',
  '\r\nX-Injected: 1',
  '\u001b[31m',
  '\u2028',
  '\u202e',
  '\ufeff',
  '\ud800',
  '１２３',
  '9999-12-31T23:59:60Z',
  '+275760-09-13T00:00:00.001Z',
  '8640000000000001',
  'z'.repeat(5_000),
  '💥'.repeat(300),
  '['.repeat(2_000),
] as const;

/** JSON texts that `JSON.stringify` never produces. */
export const NASTY_JSON = [
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"a":1,"a":2}',
  '1e400',
  '-0',
  '123456789012345678901234567890',
  '"\\ud800"',
  '[]',
  'null',
  '{',
  '{"a":}',
  '\u0000',
  `${'['.repeat(50_000)}`,
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  `"${'x'.repeat(200_000)}"`,
];

export const nasty = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.double().map(String),
  fc.bigInt().map(String),
);

/** A value of any JSON type, in place of one that fits. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  nasty,
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(null, true, 0, -1, 0.1, 1e21, 1e308, [], {}, [[]], '\ud800', { toString: 1 }),
  fc.array(nasty, { maxLength: 3 }),
);

/** Names of fields that no schema has. */
export const FOREIGN = ['__proto__', 'constructor', 'toString', 'x', '', 'note'];

/** Replaces up to two fields by hostile values, and now and then adds one. */
export const damaged = (names: readonly string[]): fc.Arbitrary<Readonly<Record<string, unknown>>> => {
  const name = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...(names.length > 0 ? names : ['x'])) },
    { weight: 1, arbitrary: fc.constantFrom(...FOREIGN) },
  );
  const some = fc.array(fc.tuple(name, hostile), { minLength: 1, maxLength: 2 });
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    // Also a name such as __proto__ becomes a field of its own.
    { weight: 2, arbitrary: some.map((pairs) => Object.fromEntries(pairs)) },
  );
};

/** The kind of known things that a parameter or field names, where it is not its own name. */
const KINDS: Readonly<Record<string, string>> = {
  ...{ ids: 'uuid', after: 'deliveryId', conditionToken: 'token', baseAsset: 'token', principal: 'token' },
  ...{
    tokenIn: 'token',
    tokenOut: 'token',
    tokens: 'token',
    symbols: 'token',
    symbol: 'token',
    query: 'token',
  },
};
const KNOWN = [
  'uuid',
  'keyId',
  'webhookId',
  'alertId',
  'strategyId',
  'deliveryId',
  'cursor',
  'txid',
  'url',
  'contractId',
  'file',
];

const HOUR_MS = 3_600_000;
const MONTH_MS = 30 * 24 * HOUR_MS;

const text = (schema: JsonSchema): fc.Arbitrary<string> => {
  const { pattern, format } = schema;
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time')
    return fc
      .oneof(fc.integer({ min: HOUR_MS, max: MONTH_MS }), fc.integer({ min: -MONTH_MS, max: 0 }))
      .map((fromNow) => new Date(Date.now() + fromNow).toISOString());
  if (pattern?.includes('{130}') === true) return hex(130);
  if (pattern?.includes('{64}') === true) return hex(64);
  if (pattern?.includes('[1-9][0-9]') === true) return fc.bigInt({ min: 1n, max: 2n ** 40n }).map(String);
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ minLength: 1, maxLength: 30 });
};

export const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });

/** Values that fit the schema of the field with this name, mostly those that the server knows. */
export function fitting(schema: JsonSchema, name = ''): fc.Arbitrary<Made> {
  const { $ref, type, items } = schema;
  if (schema.const !== undefined) return fc.constant(() => schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum).map((value) => () => value);
  const ref = $ref?.split('/').at(-1);
  if (ref === 'ContractId') return knownOr('token', fc.constant('ST1.none'));
  if (ref === 'Address') return knownOr('address', fc.constant('ST1'));
  const named = ref === undefined ? undefined : DOCUMENT.components.schemas[ref];
  if (named !== undefined) return fitting(named, name);
  if (name === 'pair') return fc.tuple(fc.nat(), fc.nat()).map((two) => pairOf(two));
  if (name === 'times') return fc.constant(() => String(Math.floor(Date.now() / 1000)));
  const kind = KNOWN.includes(name) ? name : KINDS[name];
  if (kind !== undefined && type === 'string') return knownOr(kind, text(schema));
  if (schema.properties !== undefined) return object(schema);
  if (items?.enum !== undefined && schema.uniqueItems === true)
    return fc.subarray([...items.enum], { minLength: schema.minItems ?? 0 }).map((some) => () => some);
  if (items !== undefined)
    return fc
      .array(fitting(items), { minLength: schema.minItems ?? 0, maxLength: 4 })
      .map((each) => (world) => each.map((make) => make(world)));
  if (schema['x-unit'] === 'Unix seconds')
    return fc.nat(100_000).map((ago) => () => Math.floor(Date.now() / 1000) - (name === 'to' ? 0 : ago));
  const { minimum = 0, maximum = minimum + 1_000 } = schema;
  if (type === 'integer')
    return fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 31 - 1) }).map(always);
  if (type === 'number') return fc.double({ min: minimum, max: maximum, noNaN: true }).map(always);
  if (type === 'boolean') return fc.boolean().map(always);
  return text(schema).map(always);
}

const always =
  <T>(value: T): Made<T> =>
  () =>
    value;

const pairOf =
  (two: readonly number[]): Made =>
  (world) =>
    two.map((n) => world.known('token', n)!.value).join();

/** A known thing of the kind, mostly; otherwise, and while there is none, another one. */
const knownOr = (kind: string, other: fc.Arbitrary<string>): fc.Arbitrary<Made> =>
  fc.record({ n: fc.nat(), other, isKnown: mostly(8) }).map(
    ({ n, other: unknown, isKnown }) =>
      (world) =>
        (isKnown && world.known(kind, n)?.value) || unknown,
  );

/** The value once in eight times, otherwise null. */
export const rarely = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });

/** True, but once in so many times. */
export const mostly = (times: number): fc.Arbitrary<boolean> => fc.nat({ max: times }).map((n) => n > 0);

function object({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<Made<object>> {
  const names = Object.keys(properties);
  const fields = Object.fromEntries(names.map((name) => [name, fitting(properties[name]!, name)]));
  return fc
    .tuple(fc.record(fields), fc.subarray(names), damaged(names))
    .map(([made, wanted, bad]) => (world) => {
      const kept = names.filter((name) => required.includes(name) || wanted.includes(name));
      return { ...Object.fromEntries(kept.map((name) => [name, made[name]!(world)])), ...bad };
    });
}
