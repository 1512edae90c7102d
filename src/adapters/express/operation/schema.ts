declare const WIRE: unique symbol;

export type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/** The part of JSON Schema 2020-12 that the interface uses. `x-unit` is an annotation: what a number counts. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: SchemaType | readonly SchemaType[];
  readonly description?: string;
  readonly 'x-unit'?: string;
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

/** A JSON schema that carries the TypeScript type of the JSON it describes. */
export interface Schema<T> extends JsonSchema {
  readonly [WIRE]?: () => T;
}

/**
 * The JSON that a schema, or a shape with a schema, describes.
 *
 * @example type PriceListResponse = WireOf<typeof PRICE_LIST>;
 */
export type WireOf<S> = S extends { readonly schema: Schema<infer T> }
  ? T
  : S extends Schema<infer T>
    ? T
    : never;

type Properties = Readonly<Record<string, JsonSchema>>;
type Flat<T> = { readonly [K in keyof T]: T[K] };
type WireOfProperties<P extends Properties, Optional extends keyof P> = Flat<
  { [K in Exclude<keyof P, Optional>]: WireOf<P[K]> } & { [K in Optional]?: WireOf<P[K]> }
>;

/** A reference to the component of that name, with its meaning in this place. */
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

/** ISO 8601 in UTC. */
export const time = (description: string): Schema<string> => text(description, { format: 'date-time' });

export const oneOf = <const V extends string>(
  values: readonly V[],
  description: string,
  more: JsonSchema = {},
): Schema<V> => ({ type: 'string', description, enum: values, ...more });

/** One of the words, each with its meaning. */
export const wordOf = <W extends string>(
  meanings: Readonly<Record<W, string>>,
  description: string,
): Schema<W> => {
  const words = Object.entries<string>(meanings).map(([word, meaning]) => `${word}: ${meaning}`);
  return oneOf(Object.keys(meanings) as W[], `${description}. ${words.join('; ')}`);
};

export const always = <const V extends string | boolean>(value: V, description?: string): Schema<V> => ({
  type: typeof value === 'string' ? 'string' : 'boolean',
  const: value,
  ...(description !== undefined && { description }),
});

export const list = <T>(
  items: Schema<T>,
  description: string,
  more: JsonSchema = {},
): Schema<readonly T[]> => ({ type: 'array', description, items, ...more });

/** An object with all of the properties except the optional ones, and possibly others. */
export function object<P extends Properties, Optional extends keyof P & string = never>(
  properties: P,
  { optional = [], ...more }: JsonSchema & { readonly optional?: readonly Optional[] } = {},
): Schema<WireOfProperties<P, Optional>> {
  const required = Object.keys(properties).filter((name) => !(optional as readonly string[]).includes(name));
  return { type: 'object', ...more, properties, ...(required.length > 0 && { required }) };
}

/** The same, or null. */
export const orNull = <T>(schema: Schema<T>): Schema<T | null> =>
  schema.$ref === undefined && typeof schema.type === 'string'
    ? { ...(schema as JsonSchema), type: [schema.type, 'null'] }
    : { oneOf: [schema, { type: 'null' }] };

/** Whole smallest units of a token as decimal digits: exact, however large. */
export const units = (description: string): Schema<string> => ref('Units', description);
