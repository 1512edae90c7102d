import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { isObject } from '../../../domain/shared/fields.js';
import { isoTime, json, TIME } from './stored-fields.js';

// Columns of entity schemas, by what their property holds. A column without a name has the property's name.

/** A column whose property holds a `T`. */
export type Column<T> = EntitySchemaColumnOptions & { readonly holds?: T };

/** A table, and with it the type of its rows. */
export const table = <C extends Readonly<Record<string, Column<unknown>>>>(name: string, columns: C) =>
  new EntitySchema<{ readonly [Name in keyof C]: C[Name] extends Column<infer T> ? T : never }>({
    name,
    columns,
  });

/** A row of the table. */
export type RowOf<Table> = Table extends EntitySchema<infer Row> ? Row : never;

export const text = <T extends string = string>(name?: string): Column<T> => ({
  ...(name !== undefined && { name }),
  type: 'text',
});

export const integer = (name?: string): Column<number> => ({
  ...(name !== undefined && { name }),
  type: 'integer',
});

export const double = (): Column<number> => ({ type: 'double precision' });

/** A whole number up to 2^53, which Postgres returns as text. */
export const count = (name: string): Column<number> => converted(name, 'bigint', Number);

/** A boolean, stored as 1 or 0. */
export const flag = (name: string): Column<boolean> =>
  converted(name, 'integer', (stored) => stored === 1, Number);

/** A `Date`, stored as ISO 8601 in UTC, 24 characters. */
export const time = (name: string): Column<Date> =>
  converted(name, 'text', (stored) => (TIME.test(stored) ? new Date(stored) : undefined), isoTime);

/** Bytes, stored as base64. */
export const bytes = (name: string): Column<Uint8Array> =>
  converted(
    name,
    'text',
    (stored) => new Uint8Array(Buffer.from(stored, 'base64')),
    (value) => Buffer.from(value).toString('base64'),
  );

/** A text, one of those known. */
export const oneOf = <T extends string>(name: string, known: readonly T[]): Column<T> =>
  converted(name, 'text', (stored) => known.find((each) => each === stored));

/** A list of at least one item, all of which meet the condition; stored as JSON. */
export const listOf = <T>(name: string, isItem: (item: unknown) => item is T): Column<readonly T[]> =>
  converted(
    name,
    'text',
    parsed((list): list is readonly T[] => Array.isArray(list) && list.length > 0 && list.every(isItem)),
    JSON.stringify,
  );

/** A JSON object with its fields in order. */
export const document = <T extends object = object>(name: string): Column<T> =>
  converted(
    name,
    'text',
    parsed((value): value is T => isObject(value)),
    json,
  );

/** Reads JSON; undefined if it does not meet the condition. */
function parsed<T extends object>(
  isValid: (value: unknown) => value is T,
): (stored: string) => T | undefined {
  return (stored) => {
    const value: unknown = JSON.parse(stored);
    return isValid(value) ? value : undefined;
  };
}

export const primary = <T>(column: Column<T>): Column<T> => ({ ...column, primary: true });

export const nullable = <T>(column: Column<T>): Column<T | null> => ({ ...column, nullable: true });

interface StoredTypes {
  readonly text: string;
  readonly integer: number;
  /** Text on Postgres. */
  readonly bigint: number | string;
}

/** A column with converted values; null stays null. Throws if `read` returns undefined: this program did not store such a value. */
function converted<Type extends keyof StoredTypes, Value>(
  name: string,
  type: Type,
  read: (stored: StoredTypes[Type]) => Value | undefined,
  write: (value: Value) => unknown = (value) => value,
): Column<Value> {
  return {
    name,
    type,
    transformer: {
      to: (value: Value | null | undefined) => (value === null || value === undefined ? value : write(value)),
      from: (stored: StoredTypes[Type] | null) => {
        const value = stored === null ? null : read(stored);
        if (value === undefined) throw new Error(`the stored ${name} is malformed`);
        return value;
      },
    },
  };
}
