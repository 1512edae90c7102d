import type { AssetId } from '../../../domain/vault/vault.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import { oneOf, text, whole, flag, type Fields, type Parse } from '../../../domain/shared/fields.js';
import { err, ok } from '../../../domain/shared/result.js';

/** A JSON Schema, 2020-12. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly [keyword: string]: unknown;
}

/** Contract ids of one network. */
export interface Ids {
  /** A contract id, or `.stx`. */
  readonly token: Parse<ContractId>;
  /** A contract id, never `.stx`. */
  readonly contract: Parse<ContractId>;
}

/** Rule for reading a value of a registry file, as a parser and as JSON Schema. The schema may accept more than the parser. */
export interface ValueType<T> {
  readonly parse: (ids: Ids) => Parse<T>;
  readonly schema: JsonSchema;
}

/** A field of an entry. */
export interface EntryField<T, Required extends boolean> extends ValueType<T> {
  readonly isRequired: Required;
  readonly description: string;
}

/** Fields of one kind of entry, by name. Both the reader of the file and its JSON Schema are made from them. */
export type EntryFormat = Readonly<Record<string, EntryField<unknown, boolean>>>;

/** Entry of the format after reading: absent optional fields are undefined. */
export type EntryOf<F extends EntryFormat> = {
  readonly [Name in keyof F]: F[Name] extends EntryField<infer T, infer Required>
    ? Required extends true
      ? T
      : T | undefined
    : never;
};

const NAME = '[a-zA-Z][a-zA-Z0-9_-]{0,127}';
const CONTRACT_PATTERN = `S[0-9A-HJKMNP-TV-Z]{27,40}\\.${NAME}`;
const LONGEST_TEXT = 1_000;
/** As long as that of an image in metadata. */
const LONGEST_IMAGE = 2_048;

/** A text of 1 to `longest` characters. */
const textUpTo = (longest: number): ValueType<string> => ({
  parse: () => text(longest),
  schema: { type: 'string', minLength: 1, maxLength: longest },
});

export const TEXT = textUpTo(LONGEST_TEXT);

/** Address of an image. A small image may be in the address itself. */
export const IMAGE = textUpTo(LONGEST_IMAGE);

export const FLAG: ValueType<boolean> = { parse: () => flag, schema: { type: 'boolean' } };

/** A contract, with an address on the registry's network and a correct checksum. */
export const CONTRACT: ValueType<ContractId> = {
  parse: ({ contract }) => contract,
  schema: { type: 'string', pattern: `^${CONTRACT_PATTERN}$` },
};

/** A fungible asset: `<contract>::<name>`, where the name follows Clarity's rules. */
export const ASSET: ValueType<AssetId> = {
  parse:
    ({ contract }) =>
    (raw) => {
      const [id, name = '', ...rest] = typeof raw === 'string' ? raw.split('::') : [];
      if (!/^[a-zA-Z][a-zA-Z0-9!?+<>=/*_-]{0,127}$/.test(name) || rest.length > 0)
        return err({ reason: 'must be an asset: <contract>::<name>' });
      const parsed = contract(id);
      return parsed.ok ? ok(`${parsed.value}::${name}` as const) : parsed;
    },
  schema: { type: 'string', pattern: `^${CONTRACT_PATTERN}::[a-zA-Z][a-zA-Z0-9!?+<>=/*_-]{0,127}$` },
};

/** A contract, or `.stx`. */
export const TOKEN: ValueType<ContractId> = {
  parse: ({ token }) => token,
  schema: { type: 'string', pattern: `^(\\.stx|${CONTRACT_PATTERN})$` },
};

/** A contract, or an empty text, as published listings write an absent one. */
export const CONTRACT_OR_EMPTY: ValueType<ContractId | undefined> = {
  parse:
    ({ contract }) =>
    (raw) =>
      raw === '' ? ok(undefined) : contract(raw),
  schema: { type: 'string', pattern: `^(${CONTRACT_PATTERN})?$` },
};

/** A whole number between the bounds, inclusive. */
export const wholeNumber = (minimum: number, maximum: number): ValueType<number> => ({
  parse: () => whole(minimum, maximum),
  schema: { type: 'integer', minimum, maximum },
});

export const choice = <T extends string>(...choices: readonly T[]): ValueType<T> => ({
  parse: () => oneOf(...choices),
  schema: { type: 'string', enum: choices },
});

/** A list of one or more of the choices, without duplicates. */
export const someOf = <T extends string>(...choices: readonly T[]): ValueType<readonly T[]> => ({
  parse: () => (raw) => {
    const known = Array.isArray(raw) ? choices.filter((choice) => raw.includes(choice)) : [];
    return known.length > 0 && Array.isArray(raw) && raw.length === known.length
      ? ok(known)
      : err({ reason: `must be a list of ${choices.join(' or ')}, none twice` });
  },
  schema: { type: 'array', items: { type: 'string', enum: choices }, minItems: 1, uniqueItems: true },
});

export const required = <T>(type: ValueType<T>, description: string): EntryField<T, true> => ({
  ...type,
  description,
  isRequired: true,
});

/** Makes a field optional. `null` counts as absent. */
export const optional = <T>(type: ValueType<T>, description: string): EntryField<T, false> => ({
  ...type,
  description,
  isRequired: false,
});

/** Reads an entry and reports every bad or unknown field. Undefined if a required one cannot be read. */
export function readEntry<F extends EntryFormat>(
  format: F,
  fields: Fields,
  ids: Ids,
): EntryOf<F> | undefined {
  fields.refuseUnknown(Object.keys(format));
  let isComplete = true;
  const entries = Object.entries(format).map(([name, { parse, isRequired }]) => {
    const value = isRequired ? fields.read(name, parse(ids)) : fields.optional(name, parse(ids));
    if (isRequired && value === undefined) isComplete = false;
    return [name, value];
  });
  return isComplete ? (Object.fromEntries(entries) as EntryOf<F>) : undefined;
}

/** The JSON Schema of an entry. */
export function schemaOfEntry(format: EntryFormat, description: string): JsonSchema {
  const entries = Object.entries(format);
  return {
    type: 'object',
    description,
    properties: Object.fromEntries(
      entries.map(([name, field]) => [
        name,
        { ...(field.isRequired ? field.schema : orNull(field.schema)), description: field.description },
      ]),
    ),
    required: entries.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
    additionalProperties: false,
  };
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: choices } = schema;
  return {
    ...schema,
    type: [type, 'null'].flat().filter((name) => name !== undefined),
    ...(Array.isArray(choices) && { enum: [...(choices as unknown[]), null] }),
  };
}
