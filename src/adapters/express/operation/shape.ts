import { object, ref, type JsonSchema, type Schema } from './schema.js';

/** One field of a response: its schema, and where its value comes from. */
interface Field<S, T, Optional extends boolean = boolean> {
  readonly schema: Schema<T>;
  /** Undefined leaves the field out. */
  readonly get: (source: S) => T | undefined;
  readonly optional: Optional;
}

/** A field that is always present. The getter must return what the schema describes. */
export const field = <S, T>(schema: Schema<T>, get: (source: S) => NoInfer<T>): Field<S, T, false> => ({
  schema,
  get,
  optional: false,
});

/** A field that is left out where its getter returns undefined. */
export const optional = <S, T>(
  schema: Schema<T>,
  get: (source: S) => NoInfer<T> | undefined,
): Field<S, T, true> => ({ schema, get, optional: true });

type Fields<S> = Readonly<Record<string, Field<S, unknown>>>;
type TypeOf<F> = F extends { readonly schema: Schema<infer T> } ? T : never;
type OptionalNames<F> = {
  [K in keyof F]: F[K] extends { readonly optional: true } ? K : never;
}[keyof F];
type Flat<T> = { readonly [K in keyof T]: T[K] };
type WireOfFields<F> = Flat<
  { [K in Exclude<keyof F, OptionalNames<F>>]: TypeOf<F[K]> } & { [K in OptionalNames<F>]?: TypeOf<F[K]> }
>;

/** An object of a response, declared once: its JSON schema, its serialiser and its TypeScript type. */
export interface Shape<S, T> {
  readonly schema: Schema<T>;
  /** The source as JSON, its fields in the order of their declaration. Fields are added to `onto` where it is given. */
  readonly write: (source: S, onto?: object) => T;
}

/** A schema with a name among the document's components. Names are unique in the whole document. */
export interface NamedSchema<T> {
  readonly name: string;
  readonly schema: Schema<T>;
  /** A reference to it, with its meaning in that place. */
  readonly ref: (description?: string) => Schema<T>;
}

export const namedSchema = <T>(name: string, schema: Schema<T>): NamedSchema<T> => ({
  name,
  schema,
  ref: (description) => ref(name, description),
});

/** A shape under a name among the document's components. */
export const named = <S, T>(name: string, { schema, write }: Shape<S, T>): NamedSchema<T> & Shape<S, T> => ({
  ...namedSchema(name, schema),
  write,
});

/**
 * Declares an object from its fields.
 *
 * @example
 * const SIDE = fields<VaultSide>()({ reserves: field(number('smallest units'), ({ reserve }) => Number(reserve)) });
 * SIDE.write(side); // { reserves: 5 }
 */
export const fields =
  <S>() =>
  <const F extends Fields<S>>(declared: F, more: JsonSchema = {}): Shape<S, WireOfFields<F>> => {
    const entries = Object.entries(declared).map(([name, { get }]) => ({ name, get }));
    const schemas = Object.fromEntries(Object.entries(declared).map(([name, { schema }]) => [name, schema]));
    const left = Object.keys(declared).filter((name) => declared[name]?.optional);
    // A loop over getters is twice as fast as object literals that spread optional parts, and orders are streamed.
    const write = (source: S, onto: object = {}) => {
      const written = onto as Record<string, unknown>;
      for (const { name, get } of entries) {
        const value = get(source);
        if (value !== undefined) written[name] = value;
      }
      return written as WireOfFields<F>;
    };
    return { schema: object(schemas, { optional: left, ...more }) as Schema<WireOfFields<F>>, write };
  };

/** The schemas of the shapes by name, as an area lists its components. */
export const schemasOf = (
  ...shapes: readonly { readonly name: string; readonly schema: JsonSchema }[]
): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(shapes.map(({ name, schema }) => [name, schema]));
