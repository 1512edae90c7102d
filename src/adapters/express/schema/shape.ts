import {
  object,
  ref,
  WRITE,
  written,
  type JsonSchema,
  type Schema,
  type SourceOf,
  type WireOf,
} from './schema.js';

type AnySchema = Schema<unknown, never>;

/** One field of a response: its schema and the source of its value. */
interface Field<S, T, Optional extends boolean = boolean> {
  readonly schema: Schema<T, never>;
  readonly get: (source: S) => unknown;
  readonly optional: Optional;
}

/** A field that is always present. The schema writes the getter's value. */
export const field = <S, T, V>(schema: Schema<T, V>, get: (source: S) => NoInfer<V>): Field<S, T, false> => ({
  schema,
  get,
  optional: false,
});

/** A field that is left out if undefined. Its value comes from the getter, or from the source's property with the field's name. */
export function optional<const X extends AnySchema>(schema: X): OwnOptional<X>;
export function optional<S, T, V>(
  schema: Schema<T, V>,
  get: (source: S) => NoInfer<V> | undefined,
): Field<S, T, true>;
export function optional(schema: AnySchema, get?: (source: never) => unknown) {
  return { schema, get, optional: true as const };
}

/** The source's property with the field's name, which may be undefined. */
export interface OwnOptional<X extends AnySchema = AnySchema> {
  readonly schema: X;
  readonly get: undefined;
  readonly optional: true;
}

/** The fields by name. A schema alone means that the source always has a property of that name, which is the value. */
type Fields<S> = Readonly<Record<string, Field<S, unknown> | OwnOptional | AnySchema>>;

type NameIn<U> = U extends unknown ? keyof U : never;
/** Type of a property of a union; it includes undefined if some members lack the property. */
type PropertyIn<U, K> = U extends unknown ? (K extends keyof U ? U[K] : undefined) : never;
type IsOptional<F> = F extends { readonly optional: true } ? true : false;
type MissingIn<F> = IsOptional<F> extends true ? undefined : never;
/** Checks that the schemas of own properties accept the types of the source. */
type OwnProperties<S, F> = {
  readonly [K in keyof F]: F[K] extends { readonly get: (source: never) => unknown }
    ? unknown
    : K extends NameIn<S>
      ? PropertyIn<S, K> extends SourceOf<F[K]> | MissingIn<F[K]>
        ? unknown
        : never
      : unknown extends SourceOf<F[K]>
        ? unknown
        : never;
};
type OptionalNames<F> = { [K in keyof F]: IsOptional<F[K]> extends true ? K : never }[keyof F];
type Flat<T> = { readonly [K in keyof T]: T[K] };
type WireOfFields<F> = Flat<
  { [K in Exclude<keyof F, OptionalNames<F>>]: WireOf<F[K]> } & { [K in OptionalNames<F>]?: WireOf<F[K]> }
>;

/** An object of a response, declared once: its JSON schema, its serialiser and its TypeScript type. */
export interface Shape<S, T> {
  readonly schema: Schema<T, S>;
  /** The source as JSON, with the fields in the order of their declaration. They are added to `onto` if given. */
  readonly write: (source: S, onto?: object) => T;
}

/** A schema with a name among the document's components. Names are unique in the whole document. */
export interface NamedSchema<T, S = T> {
  readonly name: string;
  readonly schema: Schema<T, S>;
  /** A reference to the component, with its meaning in this context. */
  readonly ref: (description?: string) => Schema<T, S>;
}

export const namedSchema = <T, S>(name: string, schema: Schema<T, S>): NamedSchema<T, S> => ({
  name,
  schema,
  ref: (description) => ({
    ...(ref(name, description) as JsonSchema),
    [WRITE]: (value) => written(schema, value),
  }),
});

/** A shape with a name among the document's components. */
export const named = <S, T>(
  name: string,
  { schema, write }: Shape<S, T>,
): NamedSchema<T, S> & Shape<S, T> => ({ ...namedSchema(name, schema), write });

const allFields = <S>(declared: Fields<S>) =>
  Object.entries(declared).map(([name, one]) => {
    const { schema, optional, get } = isField(one) ? one : { schema: one, optional: false, get: undefined };
    return { name, schema, optional, get: get ?? ((source: S): unknown => source[name as keyof S]) };
  });

/**
 * Declares an object from its fields.
 *
 * @example
 * const SIDE = fields<VaultSide>()({
 *   name: text('name'),
 *   reserves: field(rounded('smallest units'), ({ reserve }) => reserve ?? 0n),
 * });
 * SIDE.write(side); // { name: 'Pool', reserves: 5 }
 */
export const fields =
  <S>() =>
  <const F extends Fields<S>>(
    declared: F & OwnProperties<S, F>,
    more: JsonSchema = {},
  ): Shape<S, WireOfFields<F>> => {
    const entries = allFields<S>(declared);
    const schemas = Object.fromEntries(entries.map(({ name, schema }) => [name, schema]));
    const left = entries.filter((one) => one.optional).map(({ name }) => name);
    // A loop over getters is twice as fast as object literals that spread optional parts, and many orders are streamed.
    const write = (source: S, onto: object = {}) => {
      const json = onto as Record<string, unknown>;
      for (const { name, schema, optional, get } of entries) {
        const value = get(source);
        if (value !== undefined || !optional) json[name] = written(schema, value as never);
      }
      return json as WireOfFields<F>;
    };
    return {
      schema: {
        ...object(schemas, { optional: left, ...more }),
        [WRITE]: (source: S) => write(source),
      } as Schema<WireOfFields<F>, S>,
      write,
    };
  };

/**
 * Fields that are properties of one part of the source; all of them are omitted if the part is undefined.
 *
 * @example fields<OrderView>()({ ...within(({ order }: OrderView) => order.terms, { uuid: text('name') }) });
 */
export const within = <S, P, const F extends Fields<P & object>>(
  part: (source: S) => P,
  declared: F & OwnProperties<P, F>,
) =>
  Object.fromEntries(
    allFields<P & object>(declared).map(({ name, schema, optional, get }) => {
      const own = (source: S) => {
        const found = part(source);
        return found === undefined ? undefined : get(found as P & object);
      };
      return [name, { schema, optional, get: own }];
    }),
  ) as { readonly [K in keyof F]: Field<S, WireOf<F[K]>, IsOptional<F[K]>> };

const isField = <S>(one: Fields<S>[string]): one is Field<S, unknown> | OwnOptional => 'optional' in one;

/** The schemas of the shapes by name, as an area lists its components. */
export const schemasOf = (
  ...shapes: readonly { readonly name: string; readonly schema: JsonSchema }[]
): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(shapes.map(({ name, schema }) => [name, schema]));
