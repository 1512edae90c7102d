import { object, ref, type JsonSchema, type Schema, type WireOf } from './schema.js';

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

/** A field that is left out where its value is undefined: the getter's, or the source's property of that name. */
export function optional<T>(schema: Schema<T>): OwnOptional<T>;
export function optional<S, T>(
  schema: Schema<T>,
  get: (source: S) => NoInfer<T> | undefined,
): Field<S, T, true>;
export function optional<T>(schema: Schema<T>, get?: (source: never) => T | undefined) {
  return { schema, get, optional: true as const };
}

/** The source's property of the field's name, which may be undefined. */
interface OwnOptional<T> {
  readonly schema: Schema<T>;
  readonly get: undefined;
  readonly optional: true;
}

/** The fields by name. A schema alone is the source's property of that name, always present. */
type Fields<S> = Readonly<Record<string, Field<S, unknown> | OwnOptional<unknown> | Schema<unknown>>>;
/** Checks that properties of the source that are fields have the type of the schema. */
type OwnProperties<S, F> = {
  readonly [K in keyof F]: F[K] extends { readonly get: (source: never) => unknown }
    ? unknown
    : K extends keyof S
      ? S[K] extends WireOf<F[K]> | MissingIn<F[K]>
        ? unknown
        : never
      : never;
};
type MissingIn<F> = F extends { readonly optional: true } ? undefined : never;
type OptionalNames<F> = {
  [K in keyof F]: F[K] extends { readonly optional: true } ? K : never;
}[keyof F];
type Flat<T> = { readonly [K in keyof T]: T[K] };
type WireOfFields<F> = Flat<
  { [K in Exclude<keyof F, OptionalNames<F>>]: WireOf<F[K]> } & { [K in OptionalNames<F>]?: WireOf<F[K]> }
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
 * const SIDE = fields<VaultSide>()({
 *   name: text('name'),
 *   reserves: field(number('smallest units'), ({ reserve }) => Number(reserve)),
 * });
 * SIDE.write(side); // { name: 'Pool', reserves: 5 }
 */
export const fields =
  <S>() =>
  <const F extends Fields<S>>(
    declared: F & OwnProperties<S, F>,
    more: JsonSchema = {},
  ): Shape<S, WireOfFields<F>> => {
    const entries = Object.entries<Fields<S>[string]>(declared).map(([name, one]) => {
      const own = (source: S): unknown => source[name as keyof S];
      if (!isField(one)) return { name, schema: one, optional: false, get: own };
      return { name, ...one, get: one.get ?? own };
    });
    const schemas = Object.fromEntries(entries.map(({ name, schema }) => [name, schema]));
    const left = entries.filter((one) => one.optional).map(({ name }) => name);
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

const isField = <S>(one: Fields<S>[string]): one is Field<S, unknown> | OwnOptional<unknown> =>
  'optional' in one;

/** The schemas of the shapes by name, as an area lists its components. */
export const schemasOf = (
  ...shapes: readonly { readonly name: string; readonly schema: JsonSchema }[]
): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(shapes.map(({ name, schema }) => [name, schema]));
