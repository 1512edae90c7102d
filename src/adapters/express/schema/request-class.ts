import { getMetadataStorage, ValidateBy, validateSync, type ValidationOptions } from 'class-validator';
import { JSONSchema, targetConstructorToSchema } from 'class-validator-jsonschema';
import type { Result } from '../../../domain/shared/result.js';
import type { JsonSchema } from './schema.js';

/** Values of a request by name, unchecked. */
export type Values = Readonly<Record<string, unknown>>;

/** Class for a part of a request: its properties are decorated with the rules for their values. */
export type RequestClass<R extends object = object> = new () => R;

interface About extends JsonSchema {
  /** Phrase for when the value is bad, for the documentation; derived from the rules if absent. */
  readonly cause?: string;
}

const CAUSE = 'x-cause';

/**
 * Decorates a property with its meaning, and with anything about its schema that its rules do not say. The error for a bad value
 * is the message of one of its rules, or is derived from all of them. The property's initial value is the default.
 *
 * @example
 * class ListQuery {
 * @IsInt() @Min(1) @Max(50) @Param('orders per page') limit = 10; }
 */
export function Param(about: string | JsonSchema, { cause, ...more }: About = {}): PropertyDecorator {
  const told = { ...(typeof about === 'string' ? { description: about } : about), ...more, [CAUSE]: cause };
  // A reference replaces all other keywords.
  const complete = (ruled: object) => (told.$ref === undefined ? { ...ruled, ...told } : told);
  return JSONSchema(complete as Parameters<typeof JSONSchema>[0]) as PropertyDecorator;
}

/** Combines several rules into one. Like decorators, the last is applied first. */
export const rules =
  (...all: readonly ((target: never, name: never) => void)[]): PropertyDecorator =>
  (target, name) =>
    all.toReversed().forEach((rule) => (rule as PropertyDecorator)(target, name));

/** Decorator of a property that may hold a V. */
type PropertyOf<V> = <C extends object, K extends keyof C & string>(
  target: C,
  name: K & ([V] extends [C[K]] ? K : never),
) => void;

const READS = 'reads';
const UNREAD = Symbol('a value that its parser refuses');

/** Rule that a parser, such as one from the domain, accepts the text. The property then holds the parsed value. */
export const Reads = <T>(
  parse: (text: string) => Result<T, unknown>,
  options?: ValidationOptions,
): PropertyOf<T> =>
  ValidateBy(
    { name: READS, constraints: [parse], validator: { validate: (value) => value !== UNREAD } },
    options,
  );

const WHOLE = /^(0|[1-9]\d{0,14})$/;
const NUMBER = /^\d{1,40}(\.\d{1,40})?(e[+-]?\d{1,3})?$/i;
const FLAGS: Values = { true: true, false: false };

/** Conversions of text values, by the rule that requires the type. A text that cannot be converted stays as text and breaks the rule. */
const CONVERSIONS: Readonly<Record<string, (text: string) => unknown>> = {
  isInt: (text) => (WHOLE.test(text) ? Number(text) : text),
  isNumber: (text) => (NUMBER.test(text) ? Number(text) : text),
  isBoolean: (text) => FLAGS[text] ?? text,
};

/** Schemas of rules that class-validator-jsonschema does not know, or describes too broadly. */
const DESCRIBED_AS: Parameters<typeof targetConstructorToSchema>[1] = {
  // A property without @IsDefined may be absent.
  skipMissingProperties: true,
  additionalConverters: { isDefined: {}, contains: { type: 'string' }, [READS]: { type: 'string' } },
};

/** The rules of one property. */
export interface Rules {
  readonly name: string;
  /** Schema of the property, with its description and default. */
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  /** The error for an absent value; undefined if it is the same as for a bad one. */
  readonly missing: string | undefined;
  /** The error for a bad value; undefined if it is derived from the schema. */
  readonly message: string | undefined;
  readonly cause: string | undefined;
  /** The parser of text values. */
  readonly parse: ((text: string) => Result<unknown, unknown>) | undefined;
  /** The conversion of text values, unless the values are JSON. */
  readonly convert: (text: string) => unknown;
}

interface Described {
  /** In the order of declaration; inherited properties come first. */
  readonly rules: readonly Rules[];
  readonly schema: JsonSchema;
}

const known = new WeakMap<RequestClass, Described>();

/** The rules of a class by property, and its JSON schema. */
export function described(Class: RequestClass): Described {
  let found = known.get(Class);
  if (found === undefined) known.set(Class, (found = describe(Class)));
  return found;
}

function describe(Class: RequestClass): Described {
  const { properties = {}, ...schema } = targetConstructorToSchema(Class, DESCRIBED_AS) as JsonSchema;
  const metadatas = getMetadataStorage().getTargetValidationMetadatas(Class, '', true, false);
  const inOrder = metadatas.toSorted((a, b) => depthOf(a.target) - depthOf(b.target));
  const defaults = new Class() as Values;
  const rules = [...new Set(inOrder.map(({ propertyName }) => propertyName))].map((name): Rules => {
    const own = metadatas.filter(({ propertyName }) => propertyName === name);
    const messageOf = (isOfAbsence: boolean) =>
      own
        .flatMap(({ name: rule, message }) =>
          (rule === 'isDefined') === isOfAbsence && typeof message === 'string' ? [message] : [],
        )[0]
        ?.replace('$property', name);
    const { [CAUSE]: cause, ...ruled } = properties[name] as JsonSchema & { readonly [CAUSE]?: string };
    return {
      name,
      schema: defaults[name] === undefined ? ruled : { ...ruled, default: defaults[name] as string },
      isRequired: schema.required?.includes(name) ?? false,
      missing: messageOf(true),
      message: messageOf(false),
      cause,
      parse: own.find((rule) => rule.name === READS)?.constraints[0] as Rules['parse'],
      convert: own.flatMap((rule) => CONVERSIONS[rule.name ?? ''] ?? [])[0] ?? ((text) => text),
    };
  });
  const named = Object.fromEntries(rules.map((rule) => [rule.name, rule.schema]));
  return { rules, schema: { ...schema, properties: named } };
}

/** The JSON schema of a body. */
export const schemaOf = (Class: RequestClass, description?: string): JsonSchema => ({
  ...described(Class).schema,
  ...(description !== undefined && { description }),
});

const depthOf = (target: unknown): number =>
  typeof target === 'function' ? 1 + depthOf(Object.getPrototypeOf(target)) : 0;

/** Values checked against the rules of a class. */
interface Checked<R> {
  readonly request: R;
  /** Broken rules, in class-validator's order: those of a class come before those of the classes that it extends. */
  readonly broken: readonly { readonly rules: Rules; readonly isAbsent: boolean }[];
}

/** Fills an instance of the class with the values, by property name, and validates it. The values are texts, or JSON. */
export function check<R extends object>(
  values: Values,
  Class: RequestClass<R>,
  kind: 'texts' | 'json' = 'texts',
): Checked<R> {
  const request = new Class();
  const { rules } = described(Class);
  const sent = rules.filter(
    ({ name, isRequired }) => values[name] !== undefined && !(isRequired && values[name] === ''),
  );
  // Most requests have no parameters, and class-validator takes as long for none as for one.
  if (sent.length === 0 && !rules.some(({ isRequired }) => isRequired)) return { request, broken: [] };
  for (const { name, parse, convert } of sent) {
    const raw = values[name];
    const value =
      parse !== undefined
        ? parsed(raw, parse)
        : kind === 'texts' && typeof raw === 'string'
          ? convert(raw)
          : raw;
    (request as Record<string, unknown>)[name] = value;
  }
  const broken = validateSync(request, { skipUndefinedProperties: true }).map(
    ({ property, constraints = {} }) => ({
      rules: rules.find(({ name }) => name === property)!,
      isAbsent: 'isDefined' in constraints,
    }),
  );
  return { request, broken };
}

function parsed(raw: unknown, parse: NonNullable<Rules['parse']>): unknown {
  const read = typeof raw === 'string' ? parse(raw) : undefined;
  return read?.ok === true ? read.value : UNREAD;
}
