import { ValidateBy, validateSync } from 'class-validator';
import { closestName, oneInThree } from '../../../domain/shared/closest-name.js';
import { badRequest, type ErrorCase } from '../errors/problem.js';
import { knownAs } from './other-names.js';
import { shown } from '../errors/shown.js';
import type { Parameter } from '../schema/model.js';
import { ANY, badParameter } from '../schema/outcomes.js';
import type { JsonSchema, Schema } from '../schema/schema.js';

/** Query values by name: text, or a list when a name is repeated, which no parameter allows. */
export type Query = Readonly<Record<string, unknown>>;

export interface ParamOptions {
  /** The error sentence for a bad value; made from the schema when absent. */
  readonly error?: string;
  /** Phrase for when the value is bad, for the documentation; made from the schema if absent. */
  readonly cause?: string;
}

/** A parameter that always has a value. */
type Present<T> =
  /** The value when it is absent. */
  | { readonly default: NoInfer<T> }
  /** The error sentence when it is absent or empty: it is required. */
  | { readonly missing: string };

/** Reads the text in place of the schema's own rules; undefined for a bad value. */
interface Reading<T> {
  readonly read: (text: string) => T | undefined;
}

interface Rule {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly sentence: string;
  readonly cause: string;
  readonly missing: string | undefined;
  readonly fallback: unknown;
  readonly read: (text: string) => unknown;
}

const RULES = Symbol('rules');
/** The prototype of a query class, with its rules in the order of declaration; inherited ones come first. */
interface Ruled {
  [RULES]?: readonly Rule[];
}

/** A value that breaks its rule. */
class BadValue {
  constructor(readonly sentence: string) {}
}

/** Decorates a property that may hold a V. */
type PropertyOf<V> = <C extends object, K extends keyof C & string>(
  target: C,
  name: K & ([V] extends [C[K]] ? K : never),
) => void;

interface AnyOptions extends ParamOptions, Partial<Reading<unknown>> {
  readonly default?: unknown;
  readonly missing?: string;
}

/**
 * A query parameter: how it is validated, converted and described. The property holds the converted value: a number for
 * `whole` and `number`, a boolean for `flag`, otherwise text, or what `read` returns.
 *
 * @example
 * class ListQuery {
 *   @Param(whole('orders per page', { minimum: 1, maximum: 50 }), { default: 10 }) limit!: number;
 * }
 */
export function Param<T>(schema: JsonSchema, options: ParamOptions & Reading<T> & Present<T>): PropertyOf<T>;
export function Param<T>(schema: JsonSchema, options: ParamOptions & Reading<T>): PropertyOf<T | undefined>;
export function Param<T>(schema: Schema<T>, options: ParamOptions & Present<T>): PropertyOf<T>;
export function Param<T>(schema: Schema<T>, options?: ParamOptions): PropertyOf<T | undefined>;
export function Param(schema: JsonSchema, options: AnyOptions = {}): PropertyOf<unknown> {
  const { error, cause, default: fallback, missing, read = (text) => valueIn(schema, text) } = options;
  return (target: Ruled, name) => {
    const rule: Rule = {
      name,
      schema: fallback === undefined ? schema : { ...schema, default: fallback as string | number | boolean },
      sentence: error ?? `Invalid ${name} parameter: must be ${ruleOf(schema)}`,
      cause: cause ?? `${name} is not ${ruleOf(schema)}`,
      missing,
      fallback,
      read,
    };
    target[RULES] = [...(target[RULES] ?? []), rule];
    ValidateBy(
      { name: 'param', validator: { validate: (value) => !(value instanceof BadValue) } },
      { message: ({ value }) => (value as BadValue).sentence },
    )(target, name);
  };
}

/**
 * The parameters of the query as the class declares them.
 *
 * @throws HttpError 400 with the sentence of the first bad one, and a hint at a misspelt one.
 */
export function readParameters<Q extends object>(query: Query, QueryClass: new () => Q): Q {
  const request = new QueryClass();
  const values = request as Record<string, unknown>;
  for (const rule of rulesOf(QueryClass)) {
    const value = valueOfParameter(query[rule.name], rule);
    if (value !== undefined) values[rule.name] = value;
  }
  for (const { constraints = {} } of validateSync(request, { forbidUnknownValues: false })) {
    const [sentence] = Object.values(constraints);
    if (sentence === undefined) continue;
    const hint = misspeltParameter(
      query,
      rulesOf(QueryClass).map(({ name }) => name),
    );
    throw badRequest(sentence, { ...(hint !== undefined && { hint }) });
  }
  return request;
}

/** Unknown parameters that are compared with the known ones. */
const MOST_COMPARED = 20;

/**
 * Says which unknown parameter is nearly a known one, or another service's name of it; undefined when none is. Others are ignored:
 * links carry parameters of their own, such as utm_source.
 */
export function misspeltParameter(query: Query, known: readonly string[]): string | undefined {
  const unknown = Object.keys(query).filter((name) => !known.includes(name));
  for (const name of unknown.slice(0, MOST_COMPARED)) {
    const meant = closestName(name, known, oneInThree) ?? knownAs(name, known);
    if (meant !== undefined) return unknownParameter(shown(name), meant);
  }
  return undefined;
}

const unknownParameter = (name: string, meant: string) => `Unknown parameter ${name}; did you mean ${meant}?`;

/** The 400 of an operation with parameters in its query. */
export const MISSPELT_PARAMETER = badParameter(
  unknownParameter(ANY, ANY),
  'a parameter is unknown and nearly one of the operation’s, or what others call it; other unknown ones are ignored, and the header X-Sluice-Ignored names them',
);

export const describeQuery = (QueryClass: new () => object): readonly Parameter[] =>
  rulesOf(QueryClass).map(({ name, schema, missing }) =>
    parameter('query', name, schema, missing !== undefined),
  );

/** The 400 of every parameter that the class declares. */
export const queryErrors = (QueryClass: new () => object): readonly ErrorCase[] =>
  rulesOf(QueryClass).flatMap(({ name, sentence, cause, missing }) => [
    ...(missing === undefined ? [] : [badParameter(missing, `${name} is missing`)]),
    badParameter(sentence, cause),
  ]);

export function parameter(
  place: Parameter['in'],
  name: string,
  { description = '', ...schema }: JsonSchema,
  required = place === 'path',
): Parameter {
  return { name, in: place, required, description, schema };
}

const rulesOf = (QueryClass: new () => object): readonly Rule[] =>
  (QueryClass.prototype as Ruled)[RULES] ?? [];

function valueOfParameter(raw: unknown, { missing, fallback, sentence, read }: Rule): unknown {
  if (missing !== undefined && (raw === undefined || raw === '')) return new BadValue(missing);
  if (raw === undefined) return fallback;
  // A repeated parameter is a list, which no parameter allows.
  return (typeof raw === 'string' ? read(raw) : undefined) ?? new BadValue(sentence);
}

const WHOLE = /^(0|[1-9]\d{0,14})$/;
const NUMBER = /^\d{1,40}(\.\d{1,40})?(e[+-]?\d{1,3})?$/i;

/** The value that the text names under the schema; undefined when it breaks it. */
function valueIn(schema: JsonSchema, text: string): unknown {
  const { enum: values, pattern, minLength = 0, maxLength = Infinity } = schema;
  if (values !== undefined) return values.includes(text) ? text : undefined;
  switch (schema.type) {
    case 'integer':
      return WHOLE.test(text) ? within(schema, Number(text)) : undefined;
    case 'number':
      return NUMBER.test(text) ? within(schema, Number(text)) : undefined;
    case 'boolean':
      return text === 'true' || (text === 'false' ? false : undefined);
    default: {
      const fits = text.length >= minLength && text.length <= maxLength;
      return fits && (pattern === undefined || new RegExp(pattern).test(text)) ? text : undefined;
    }
  }
}

const within = ({ minimum = 0, maximum = Number.MAX_VALUE }: JsonSchema, value: number) =>
  value >= minimum && value <= maximum ? value : undefined;

/** The rule of a schema in words that follow `must be`. */
function ruleOf({ enum: values, type, minimum = 0, maximum }: JsonSchema): string {
  if (values !== undefined) return values.join(values.length > 2 ? ', ' : ' or ');
  if (type === 'boolean') return 'true or false';
  if (type !== 'integer' && type !== 'number') return 'one text';
  const kind = type === 'integer' ? 'a whole number' : 'a number';
  return maximum === undefined ? `${kind}, ${minimum} or more` : `${kind} from ${minimum} to ${maximum}`;
}
