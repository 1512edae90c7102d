import type { JsonSchema, Parameter, SchemaType } from './model.js';

type Properties = Readonly<Record<string, JsonSchema>>;

/** The named schema, with what it means here. */
export const ref = (name: string, description?: string): JsonSchema => ({
  $ref: `#/components/schemas/${name}`,
  ...(description !== undefined && { description }),
});

/** The name that a reference points to. */
export const refName = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1);

const typed =
  (type: SchemaType) =>
  (description: string, more: JsonSchema = {}): JsonSchema => ({ type, description, ...more });

export const text = typed('string');
export const whole = typed('integer');
export const number = typed('number');
export const flag = typed('boolean');

/** ISO 8601 in UTC. */
export const time = (description: string): JsonSchema => text(description, { format: 'date-time' });

/** Whole smallest units of a token as decimal digits: exact, however large. */
export const units = (description: string): JsonSchema => ref('Units', description);

export const oneOf = (values: readonly string[], description: string, more: JsonSchema = {}): JsonSchema => ({
  type: 'string',
  description,
  enum: values,
  ...more,
});

/** One of the words, each with its meaning. */
export const wordOf = (meanings: Readonly<Record<string, string>>, description: string): JsonSchema => {
  const told = Object.entries(meanings).map(([word, meaning]) => `${word}: ${meaning}`);
  return oneOf(Object.keys(meanings), `${description}. ${told.join('; ')}`);
};

export const always = (value: string | boolean): JsonSchema => ({
  type: typeof value === 'string' ? 'string' : 'boolean',
  const: value,
});

export const list = (items: JsonSchema, description: string, more: JsonSchema = {}): JsonSchema => ({
  type: 'array',
  description,
  items,
  ...more,
});

/** An object whose properties are all there, but for the optional ones. It may hold more than it names. */
export function object<P extends Properties>(
  properties: P,
  { optional = [], ...more }: JsonSchema & { readonly optional?: readonly (keyof P & string)[] } = {},
): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', ...more, properties, ...(required.length > 0 && { required }) };
}

/** The same, or null. */
export const orNull = (schema: JsonSchema): JsonSchema =>
  schema.$ref === undefined && typeof schema.type === 'string'
    ? { ...schema, type: [schema.type, 'null'] }
    : { oneOf: [schema, { type: 'null' }] };

const parameter =
  (place: Parameter['in'], required: boolean) =>
  (name: string, { description = '', ...schema }: JsonSchema): Parameter => ({
    name,
    in: place,
    required,
    description,
    schema,
  });

export const inPath = parameter('path', true);
export const inQuery = parameter('query', false);
export const requiredInQuery = parameter('query', true);
export const inHeader = parameter('header', false);
