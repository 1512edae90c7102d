declare const WIRE: unique symbol;
/** Key of a schema's writer. JSON has no symbols, so documents omit it. */
export const WRITE = Symbol('write');

/** The types of JSON. */
export type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/**
 * The part of JSON Schema 2020-12 in use. Annotations: `x-unit` is a number's unit, `x-event` the data of each server-sent event,
 * `x-extensible-enum` the words so far, to which later versions may add.
 */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: SchemaType | readonly SchemaType[];
  readonly description?: string;
  readonly 'x-unit'?: string;
  readonly 'x-event'?: JsonSchema;
  readonly 'x-extensible-enum'?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly oneOf?: readonly JsonSchema[];
  readonly enum?: readonly (string | number | null)[];
  readonly const?: string | number | boolean;
  readonly pattern?: string;
  readonly format?: 'date-time' | 'uuid';
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly default?: string | number | boolean;
  readonly examples?: readonly unknown[];
}

/** A JSON schema with the types of its JSON and of the values that the JSON is written from. */
export interface Schema<T, S = T> extends JsonSchema {
  readonly [WIRE]?: () => T;
  /** Returns the value as JSON; absent if the value is JSON itself. */
  readonly [WRITE]?: (value: S) => T;
}

/** The value as JSON under the schema. */
export const written = <T, S>({ [WRITE]: write }: Schema<T, S>, value: S): T =>
  write === undefined ? (value as T & S) : write(value);

/**
 * The JSON type of a schema, or of a shape.
 *
 * @example type PriceListResponse = WireOf<typeof PRICE_LIST>;
 */
export type WireOf<S> = S extends { readonly schema: Schema<infer T, never> }
  ? T
  : S extends Schema<infer T, never>
    ? T
    : never;

/** The values that the JSON of a schema is written from; unknown if any value will do. */
export type SourceOf<S> = S extends { readonly schema: infer Inner }
  ? SourceOf<Inner>
  : S extends { readonly [WRITE]?: (value: infer V) => unknown }
    ? V
    : unknown;

/** The schema with a writer that writes each value only once, for values that are part of many responses and never change. */
export function writtenOnce<T, S extends object>(schema: Schema<T, S>): Schema<T, S> {
  const texts = new WeakMap<S, T>();
  const write = (value: S): T => {
    const known = texts.get(value);
    if (known !== undefined) return known;
    const json = written(schema, value);
    texts.set(value, json);
    return json;
  };
  return { ...(schema as JsonSchema), [WRITE]: write };
}

type Properties = Readonly<Record<string, JsonSchema>>;
type Flat<T> = { readonly [K in keyof T]: T[K] };
type WireOfProperties<P extends Properties, Optional extends keyof P> = Flat<
  { [K in Exclude<keyof P, Optional>]: WireOf<P[K]> } & { [K in Optional]?: WireOf<P[K]> }
>;

/** A reference to the component of that name, with its meaning in this context. */
export const ref = <T = unknown>(name: string, description?: string): Schema<T> => ({
  $ref: `#/components/schemas/${name}`,
  ...(description !== undefined && { description }),
});

/** The name that a reference points to. */
export const refName = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1);

const typed =
  <T>(type: SchemaType) =>
  (description: string, more: JsonSchema = {}): Schema<T> => ({ type, description, ...more });

export const text = typed<string>('string');
export const whole = typed<number>('integer');
export const number = typed<number>('number');
export const flag = typed<boolean>('boolean');

/** A bigint as the nearest JSON number. */
export const rounded = (description: string, more?: JsonSchema): Schema<number, bigint> => ({
  ...(number(description, more) as JsonSchema),
  [WRITE]: Number,
});

/** A time as ISO 8601 in UTC. */
export const time = (description: string): Schema<string, Date> => ({
  type: 'string',
  description,
  format: 'date-time',
  [WRITE]: (date) => date.toISOString(),
});

export const oneOf = <const V extends string>(
  values: readonly V[],
  description: string,
  more: JsonSchema = {},
): Schema<V> => ({ type: 'string', description, enum: values, ...more });

/** One of the words, each with a description. */
export const wordOf = <W extends string>(
  meanings: Readonly<Record<W, string>>,
  description: string,
): Schema<W> => oneOf(Object.keys(meanings) as W[], withMeanings(meanings, description));

/** One of the words, each with a description, or one that a later version adds. */
export const openWordOf = <W extends string>(
  meanings: Readonly<Record<W, string>>,
  description: string,
): Schema<W | (string & {}), W> => ({
  type: 'string',
  description: withMeanings(meanings, description),
  'x-extensible-enum': Object.keys(meanings),
  [WRITE]: (word) => word,
});

const withMeanings = (meanings: Readonly<Record<string, string>>, description: string): string =>
  `${description}. ${Object.entries(meanings)
    .map(([word, meaning]) => `${word}: ${meaning}`)
    .join('; ')}`;

/** A value that is the same in every response. */
export const always = <const V extends string | boolean>(
  value: V,
  description = 'fixed in this response',
): Schema<V, unknown> => ({
  type: typeof value === 'string' ? 'string' : 'boolean',
  const: value,
  description,
  [WRITE]: () => value,
});

export const list = <T, S>(
  items: Schema<T, S>,
  description: string,
  more: JsonSchema = {},
): Schema<readonly T[], readonly S[]> => ({
  type: 'array',
  description,
  items,
  ...more,
  [WRITE]: (values) => values.map((value) => written(items, value)),
});

/** An object with these properties, and possibly others. Only the optional ones may be missing. */
export function object<P extends Properties, Optional extends keyof P & string = never>(
  properties: P,
  { optional = [], ...more }: JsonSchema & { readonly optional?: readonly Optional[] } = {},
): Schema<WireOfProperties<P, Optional>> {
  const required = Object.keys(properties).filter((name) => !(optional as readonly string[]).includes(name));
  return { type: 'object', ...more, properties, ...(required.length > 0 && { required }) };
}

/** A schema that also allows null, even for an absent value. */
export const orNull = <T, S>(schema: Schema<T, S>): Schema<T | null, S | null | undefined> => ({
  ...(schema.$ref === undefined && typeof schema.type === 'string'
    ? { ...(schema as JsonSchema), type: [schema.type, 'null'] }
    : {
        ...(schema.description !== undefined && { description: schema.description }),
        oneOf: [schema, { type: 'null' }],
      }),
  [WRITE]: (value) => (value === null || value === undefined ? null : written(schema, value)),
});

/** JSON that matches either schema; the caller writes it. */
export const eitherOf = <A, B>(one: Schema<A, never>, other: Schema<B, never>): Schema<A | B> => ({
  oneOf: [one, other],
});

/** A bigint as decimal digits: exact, however large. */
export const digits = (schema: Schema<string>): Schema<string, bigint> => ({
  ...(schema as JsonSchema),
  [WRITE]: String,
});

/** An amount in whole smallest units of a token. */
export const units = (description: string): Schema<string, bigint> => digits(ref('Units', description));
